//! Order, needs, conflicts and cycles of expansions.

use super::*;

fn mentions(ids: &str, start: usize) -> Vec<Mention> {
    ids.split_whitespace()
        .enumerate()
        .map(|(i, id)| Mention {
            id: id.into(),
            file: "m.toml".into(),
            span: Some(start + i..start + i + 1),
        })
        .collect()
}

/// `id: needs | conflicts | after`
fn node(line: &str) -> Node {
    let (id, rest) = line.split_once(':').unwrap();
    let mut parts = rest.split('|');
    let mut next = |start| mentions(parts.next().unwrap_or(""), start);
    Node { id: id.into(), needs: next(10), conflicts: next(20), after: next(30), enabled: None }
}

/// Code, English sentence, start of the place.
type Told = (String, String, Option<usize>);

fn ask(lines: &[&str], enabled: &str) -> Result<Vec<String>, Vec<Told>> {
    let known: Vec<Node> = lines.iter().map(|l| node(l)).collect();
    order(&known, enabled.split_whitespace()).map_err(|faults| {
        faults
            .iter()
            .map(|f| (f.code.clone(), f.what.en.clone(), f.span.as_ref().map(|s| s.start)))
            .collect()
    })
}

const KNOWN: [&str; 5] =
    ["base:", "river:base", "river-ii:river", "inns:base", "abbey:base||inns unheard-of"];

#[test]
fn order_is_by_need_then_name_whatever_the_order_of_the_config() {
    let all = "river-ii abbey base inns river";
    let order = ask(&KNOWN, all).unwrap();
    assert_eq!(order, ["base", "inns", "abbey", "river", "river-ii"]);
    assert_eq!(ask(&KNOWN, "river river-ii inns base abbey").unwrap(), order);
}

#[test]
fn a_relation_to_itself_is_a_fault() {
    let faults = ask(&["a:a|a|a"], "a").unwrap_err();
    assert_eq!(faults.iter().map(|f| f.0.as_str()).collect::<Vec<_>>(), ["G0001"; 3]);
    assert_eq!(faults.iter().map(|f| f.2).collect::<Vec<_>>(), [Some(10), Some(20), Some(30)]);
}

#[test]
fn an_unknown_need_suggests_a_near_name() {
    let known: Vec<Node> = ["base:", "river-ii:rivre", "river:base"].map(node).into();
    let faults = order(&known, ["base", "river-ii"]).unwrap_err();
    assert_eq!(faults[0].code, "G0002");
    assert_eq!(faults[0].help.as_ref().unwrap().fr, "vouliez-vous dire `river` ?");
    assert_eq!((faults[0].file.as_str(), faults[0].span.clone()), ("m.toml", Some(10..11)));
}

#[test]
fn a_need_that_is_not_enabled_says_how_to_enable_it() {
    let known: Vec<Node> = KNOWN.map(node).into();
    let faults = order(&known, ["base", "river-ii"]).unwrap_err();
    assert_eq!(faults[0].code, "G0003");
    assert_eq!(faults[0].help.as_ref().unwrap().en, "add `river = true` under [expansions]");
    assert_eq!(faults[0].file, "m.toml");

    let mut known = known;
    let config = Mention { id: "river-ii".into(), file: "config.toml".into(), span: Some(5..13) };
    known[2].enabled = Some(config);
    let faults = order(&known, ["base", "river-ii"]).unwrap_err();
    assert_eq!((faults[0].file.as_str(), faults[0].span.clone()), ("config.toml", Some(5..13)));
}

#[test]
fn a_conflict_is_told_once() {
    let faults = ask(&["a:|b", "b:|a"], "a b").unwrap_err();
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].0, "G0004");
    assert!(ask(&["a:|b", "b:|a"], "a").is_ok());
    assert_eq!(ask(&["a:", "b:|a"], "a b").unwrap_err().len(), 1);
}

#[test]
fn cycles_are_named_in_full() {
    let faults = ask(&["c:a", "a:b", "b:c", "d:e", "e:||d"], "a b c d e").unwrap_err();
    let cycle = "expansions come after each other in a circle: ";
    assert_eq!(
        faults,
        [
            ("G0005".into(), format!("{cycle}a → b → c → a"), Some(10)),
            ("G0005".into(), format!("{cycle}d → e → d"), Some(10)),
        ]
    );
}

#[test]
fn an_unknown_enabled_name_is_a_fault_and_all_faults_come_at_once() {
    let faults = ask(&["a:a nowhere|b", "b:"], "a b towr").unwrap_err();
    let codes: Vec<&str> = faults.iter().map(|f| f.0.as_str()).collect();
    assert_eq!(codes, ["G0001", "G0002", "G0004", "G0006"]);
}
