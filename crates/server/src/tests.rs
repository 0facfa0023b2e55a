//! Real requests to a page on a free port.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::*;

fn page() -> Page {
    let page = Page::open(0, "fr").expect("a free port");
    page.show(View {
        title: "toll".into(),
        scores: vec![("Ann".into(), 7)],
        board: "<svg xmlns='http://www.w3.org/2000/svg'><title>board</title></svg>".into(),
        ..View::default()
    });
    page
}

fn connect(page: &Page) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", page.shared.port)).expect("connects");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    stream
}

/// The whole answer to a request.
fn ask_as(page: &Page, method: &str, path: &str, host: &str) -> String {
    let mut stream = connect(page);
    write!(stream, "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
        .expect("written");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

fn ask(page: &Page, path: &str) -> String {
    ask_as(page, "GET", path, &format!("127.0.0.1:{}", page.shared.port))
}

#[test]
fn the_page_and_its_parts_are_served_and_allowed_nothing_else() {
    let page = page();
    let html = ask(&page, "/");
    assert!(html.starts_with("HTTP/1.1 200"), "{html}");
    assert!(html.contains("<html lang=\"fr\">"));
    let lower = html.to_lowercase();
    assert!(lower.contains("content-security-policy: default-src 'none'; script-src 'self'"));
    assert!(lower.contains("x-content-type-options: nosniff"), "{html}");
    assert!(!html.contains("<script>") && !html.contains("http://"), "{html}");
    for path in ["/page.js", "/page.css", "/now"] {
        assert!(ask(&page, path).starts_with("HTTP/1.1 200"), "{path}");
    }
    // Text of a fault is wrapped. A source line is not, or its caret would move.
    assert!(ask(&page, "/page.js").contains("\"source\" : \"said\""));
    assert!(ask(&page, "/page.css").contains("pre .said { white-space: pre-wrap;"));
    assert!(ask(&page, "/now").contains("[\"Ann\",7]"));
    let board = ask(&page, "/board.svg");
    assert!(board.contains("image/svg+xml") && board.contains("<title>board</title>"), "{board}");
    assert!(ask(&page, "/tiles.svg").starts_with("HTTP/1.1 404"));
    assert!(ask(&page, "/../Cargo.toml").starts_with("HTTP/1.1 404"));
}

#[test]
fn no_text_ends_the_data_of_the_page() {
    let page = page();
    page.show(View { title: "</script><script src=x>".into(), ..View::default() });
    let html = ask(&page, "/");
    assert_eq!(html.matches("</script>").count(), 2, "{html}");
    assert!(html.contains("\\u003c/script>\\u003cscript src=x>"), "{html}");
}

#[test]
fn only_names_of_this_machine_are_answered() {
    let page = page();
    let port = page.shared.port;
    assert!(ask_as(&page, "GET", "/", &format!("localhost:{port}")).starts_with("HTTP/1.1 200"));
    let others = [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        "127.0.0.1".to_owned(),
        "127.0.0.1:1".to_owned(),
        String::new(),
    ];
    for host in others {
        let answer = ask_as(&page, "GET", "/now", &host);
        assert!(answer.starts_with("HTTP/1.1 421"), "{host}: {answer}");
        assert!(!answer.contains("Ann"), "{host}: {answer}");
    }
}

#[test]
fn nothing_but_get_is_answered() {
    let page = page();
    let host = format!("127.0.0.1:{}", page.shared.port);
    for method in ["POST", "PUT", "DELETE", "HEAD", "OPTIONS"] {
        let answer = ask_as(&page, method, "/now", &host);
        assert!(answer.starts_with("HTTP/1.1 405"), "{method}: {answer}");
    }
}

/// The data of the next event.
fn event(lines: &mut impl Iterator<Item = io::Result<String>>) -> serde_json::Value {
    let data = lines.map(|line| line.expect("a line"));
    let mut data = data.filter_map(|line| line.strip_prefix("data: ").map(str::to_owned));
    serde_json::from_str(&data.next().expect("an event")).expect("JSON")
}

#[test]
fn changes_are_pushed() {
    let page = page();
    let mut stream = connect(&page);
    let host = format!("127.0.0.1:{}", page.shared.port);
    write!(stream, "GET /events HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("written");
    let mut lines = BufReader::new(stream).lines();
    let first = event(&mut lines);
    assert_eq!((first["title"].as_str(), first["said"].as_u64()), (Some("toll"), Some(0)));
    let text = Said { en: "reloaded".into(), fr: "rechargé".into() };
    page.say(Line { mood: Mood::Fine, text, more: Said::default() });
    let second = event(&mut lines);
    assert_eq!(second["log"][0]["text"]["fr"], "rechargé");
    assert_eq!(second["said"], 1);
    assert_eq!(second["board"], first["board"], "the picture is the same");
    page.show(View { board: "<svg/>".into(), ..View::default() });
    assert_eq!(event(&mut lines)["board"].as_u64(), Some(2));
}

#[test]
fn the_log_has_an_end() {
    let page = page();
    for i in 0..LOG_MAX + 5 {
        let text = Said { en: i.to_string(), fr: i.to_string() };
        page.say(Line { mood: Mood::Note, text, more: Said::default() });
    }
    let now = page.shared.now();
    assert_eq!(now.log.len(), LOG_MAX);
    assert_eq!(now.log[0].text.en, (LOG_MAX + 4).to_string());
}

#[test]
fn connections_beyond_the_limit_wait_until_others_end() {
    let page = page();
    let mut held: Vec<TcpStream> = (0..CONNECTIONS_MAX).map(|_| connect(&page)).collect();
    let host = format!("127.0.0.1:{}", page.shared.port);
    // Every held connection hears of changes and stays open, so all of them have their place.
    for stream in &mut held {
        write!(stream, "GET /events HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("written");
        let mut one = [0; 12];
        stream.read_exact(&mut one).expect("an answer");
        assert_eq!(&one, b"HTTP/1.1 200");
    }
    let mut late = connect(&page);
    write!(late, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("written");
    late.set_read_timeout(Some(Duration::from_millis(200))).expect("a timeout");
    assert!(late.read(&mut [0; 1]).is_err(), "it waits");
    held.clear();
    late.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    let mut answer = String::new();
    late.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn a_port_that_is_taken_is_said() {
    let page = page();
    assert!(Page::open(page.shared.port, "en").is_err());
}

#[test]
fn half_requests_give_their_places_back() {
    let page = page();
    let mut halves: Vec<TcpStream> = (0..CONNECTIONS_MAX).map(|_| connect(&page)).collect();
    for half in &mut halves {
        write!(half, "GET / HTTP/1.1\r\nHost: 127.0").expect("written");
    }
    let start = std::time::Instant::now();
    assert!(ask(&page, "/now").starts_with("HTTP/1.1 200"));
    assert!(start.elapsed() < 10 * listen::HEAD_WITHIN, "{:?}", start.elapsed());
    drop(halves);
}

#[test]
fn an_answered_connection_is_closed() {
    let page = page();
    let mut stream = connect(&page);
    write!(stream, "GET /now HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", page.shared.port)
        .expect("written");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer, and the end");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}
