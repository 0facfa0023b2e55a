//! A connection on which one asks and is answered.

use std::io;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A connection that is kept, and asks one thing after the other.
pub(crate) struct Line {
    host: String,
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Line {
    pub(crate) async fn to(host: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(host).await?;
        stream.set_nodelay(true)?;
        Ok(Self { host: host.to_owned(), stream, buffer: Vec::new() })
    }

    /// Asks, and reads what is answered: the status and the body.
    pub(crate) async fn ask(
        &mut self,
        first: &str,
        key: &str,
        body: &str,
    ) -> io::Result<(u16, Vec<u8>)> {
        let (host, length) = (&self.host, body.len());
        let key =
            if key.is_empty() { String::new() } else { format!("authorization: Bearer {key}\r\n") };
        let asked = format!(
            "{first} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\naccept-encoding: gzip\r\n{key}content-length: {length}\r\n\r\n{body}"
        );
        self.stream.write_all(asked.as_bytes()).await?;
        self.buffer.clear();
        let head_end = loop {
            if let Some(at) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                break at + 4;
            }
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        };
        let head = String::from_utf8_lossy(&self.buffer[..head_end]).to_ascii_lowercase();
        let status = head.get(9..12).and_then(|status| status.parse().ok()).unwrap_or(0);
        let word = |name: &str| {
            let lines = head.lines();
            lines
                .filter_map(|line| line.strip_prefix(name))
                .map(|rest| rest.trim().to_owned())
                .next()
        };
        let length: usize =
            word("content-length:").and_then(|length| length.parse().ok()).unwrap_or(0);
        while self.buffer.len() < head_end + length {
            if self.stream.read_buf(&mut self.buffer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let body = &self.buffer[head_end..head_end + length];
        let mut plain = Vec::new();
        if word("content-encoding:").as_deref() == Some("gzip") {
            io::Read::read_to_end(&mut flate2::read::GzDecoder::new(body), &mut plain)?;
        } else {
            plain.extend_from_slice(body);
        }
        Ok((status, plain))
    }
}
