//! Address of a client: that of the connection, or the one that a trusted proxy reports.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use axum::extract::connect_info::Connected;
use axum::http::{HeaderMap, HeaderName, header};
use axum::serve::IncomingStream;

use super::limits::whole;
use crate::listen::Few;
use crate::tables::turns::Whose;

/// Headers in which proxies report the client.
const FORWARDED: [HeaderName; 3] = [
    HeaderName::from_static("x-forwarded-for"),
    HeaderName::from_static("x-real-ip"),
    header::FORWARDED,
];

/// A network: an address, or all addresses with the same leading bits: `192.0.2.1`, `10.0.0.0/8`, `fd00::/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Whether an address lies in it.
    #[must_use]
    pub fn has(&self, address: IpAddr) -> bool {
        let mask = |bits: u128, all: u32| {
            let rest = all.saturating_sub(self.bits.into());
            bits.checked_shr(rest).unwrap_or(0)
        };
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(net), IpAddr::V4(one)) => {
                mask(net.to_bits().into(), 32) == mask(one.to_bits().into(), 32)
            }
            (IpAddr::V6(net), IpAddr::V6(one)) => {
                mask(net.to_bits(), 128) == mask(one.to_bits(), 128)
            }
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Self, NoNetwork> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(a, b)| (a, Some(b)));
        let address = address.parse::<IpAddr>().map_err(|_| NoNetwork)?.to_canonical();
        let all = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(all), str::parse).map_err(|_| NoNetwork)?;
        if bits > all { Err(NoNetwork) } else { Ok(Self { address, bits }) }
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = if self.address.is_ipv4() { 32 } else { 128 };
        write!(f, "{}", self.address)?;
        if self.bits == all { Ok(()) } else { write!(f, "/{}", self.bits) }
    }
}

/// A text that is neither an address nor a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoNetwork;

impl fmt::Display for NoNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("neither an address (192.0.2.1) nor a network (10.0.0.0/8)")
    }
}

impl std::error::Error for NoNetwork {}

/// Who is connected.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Peer(pub(super) IpAddr);

impl Connected<IncomingStream<'_, Few>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Few>) -> Self {
        Self(stream.remote_addr().ip())
    }
}

/// On whose account a request goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Asker {
    /// Somebody on this machine, who could do whatever they want with it anyway.
    Here,
    /// An address.
    At(IpAddr),
}

tokio::task_local! {
    /// Who asks for what is done just now.
    static ASKS: Asker;
}

impl Asker {
    /// What is done until an answer is there is done for this one.
    pub(in super::super) async fn answers<T>(self, answer: impl Future<Output = T>) -> T {
        ASKS.scope(self, answer).await
    }

    /// Who asks for what is done just now, if anybody does.
    pub(in super::super) fn now() -> Option<Self> {
        ASKS.try_with(|asker| *asker).ok()
    }

    /// On whose turn something is done about a table: an address has one turn for all tables, as everybody else has theirs. At this
    /// machine everybody has the same address, and each table its turn.
    pub(in super::super) fn turn(asker: Option<Self>, room: &str) -> Whose {
        match asker {
            Some(Self::At(address)) => Whose::At(whole(address)),
            Some(Self::Here) | None => Whose::Room(room.to_owned()),
        }
    }

    /// Who asks with these lines in the head of a request. Only a proxy is believed, and of what it says only the last address that
    /// is no proxy's: what stands before it anybody can have written.
    pub(super) fn of(peer: IpAddr, headers: &HeaderMap, proxies: &[Network]) -> Self {
        let is_proxy = |address: IpAddr| proxies.iter().any(|proxy| proxy.has(address));
        if is_proxy(peer) {
            let said = headers.get_all(&FORWARDED[0]).iter().filter_map(|line| line.to_str().ok());
            let hops: Vec<&str> = said.flat_map(|line| line.split(',')).collect();
            let mut last = peer;
            for hop in hops.into_iter().rev() {
                let Some(address) = hop_of(hop) else { break };
                last = address;
                if !is_proxy(address) {
                    break;
                }
            }
            return Self::At(last);
        }
        // A proxy on this machine that is not named would let everybody in as if they were here.
        let through = FORWARDED.iter().any(|name| headers.contains_key(name));
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("");
        let name = host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok());
        let name = name.map_or(host, |(name, _)| name);
        let here = ["127.0.0.1", "localhost", "[::1]"].iter().any(|n| n.eq_ignore_ascii_case(name));
        if peer.to_canonical().is_loopback() && !through && here {
            Self::Here
        } else {
            Self::At(peer)
        }
    }
}

/// An address as a proxy writes it: alone, or with a port.
fn hop_of(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let plain = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let alone = plain.parse::<IpAddr>().ok();
    let address = alone.or_else(|| text.parse::<std::net::SocketAddr>().ok().map(|a| a.ip()));
    address.map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn asks(peer: &str, host: &str, forwarded: &[&str], proxies: &[&str]) -> Asker {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_str(host).expect("a host"));
        for line in forwarded {
            headers.append(&FORWARDED[0], HeaderValue::from_str(line).expect("a line"));
        }
        let proxies: Vec<Network> = proxies.iter().map(|p| p.parse().expect("a network")).collect();
        Asker::of(ip(peer), &headers, &proxies)
    }

    #[test]
    fn only_a_proxy_is_believed_and_only_its_last_word() {
        let at = |text: &str| Asker::At(ip(text));
        let host = "play.example.org";
        let one = ["127.0.0.1"];
        assert_eq!(asks("127.0.0.1", host, &["203.0.113.9"], &one), at("203.0.113.9"));
        assert_eq!(asks("127.0.0.1", host, &["6.6.6.6, 203.0.113.9"], &one), at("203.0.113.9"));
        assert_eq!(asks("127.0.0.1", host, &["6.6.6.6", "203.0.113.9"], &one), at("203.0.113.9"));
        assert_eq!(asks("127.0.0.1", host, &["203.0.113.9:4711"], &one), at("203.0.113.9"));
        assert_eq!(asks("127.0.0.1", host, &["[2001:db8::1]:80"], &one), at("2001:db8::1"));
        assert_eq!(asks("127.0.0.1", host, &["[2001:db8::1]"], &one), at("2001:db8::1"));
        assert_eq!(asks("::ffff:127.0.0.1", host, &["203.0.113.9"], &one), at("203.0.113.9"));
        // A proxy behind a proxy.
        let two = ["127.0.0.1", "10.0.0.0/8"];
        assert_eq!(asks("127.0.0.1", host, &["203.0.113.9, 10.1.2.3"], &two), at("203.0.113.9"));
        // What makes no sense is nobody's word: then the proxy itself asks.
        for wrong in ["", "unknown", "203.0.113.9, _hidden", "1.2.3"] {
            assert_eq!(asks("127.0.0.1", host, &[wrong], &one), at("127.0.0.1"), "{wrong}");
        }
        // A client that is not a trusted proxy can report anything.
        assert_eq!(asks("198.51.100.7", host, &["203.0.113.9"], &one), at("198.51.100.7"));
        assert_eq!(asks("198.51.100.7", "127.0.0.1", &[], &one), at("198.51.100.7"));
    }

    #[test]
    fn who_asks_on_this_machine_is_here_but_not_a_proxy_without_a_name() {
        let host = "127.0.0.1:7272";
        assert_eq!(asks("127.0.0.1", host, &[], &[]), Asker::Here);
        assert_eq!(asks("::1", "[::1]:7272", &[], &[]), Asker::Here);
        assert_eq!(asks("127.0.0.1", "LocalHost", &[], &[]), Asker::Here);
        let machine = Asker::At(ip("127.0.0.1"));
        assert_eq!(asks("127.0.0.1", host, &["203.0.113.9"], &[]), machine);
        assert_eq!(asks("127.0.0.1", "play.example.org", &[], &[]), machine);
        assert_eq!(asks("127.0.0.1", host, &[], &["127.0.0.1"]), machine);
        assert_eq!(asks("192.168.1.5", host, &[], &[]), Asker::At(ip("192.168.1.5")));
    }

    #[test]
    fn networks_are_read_and_written() {
        for text in ["192.0.2.1", "10.0.0.0/8", "0.0.0.0/0", "::1", "fd00::/8", "::/0"] {
            assert_eq!(text.parse::<Network>().map(|n| n.to_string()).as_deref(), Ok(text));
        }
        for wrong in ["", "localhost", "10.0.0.0/33", "::/129", "10.0.0.0/", "1.2.3", "10.0.0.0/-1"]
        {
            assert_eq!(wrong.parse::<Network>(), Err(NoNetwork), "{wrong}");
        }
        let has = |net: &str, one: &str| net.parse::<Network>().is_ok_and(|n| n.has(ip(one)));
        assert!(has("10.0.0.0/8", "10.255.1.1") && !has("10.0.0.0/8", "11.0.0.0"));
        assert!(has("fd00::/8", "fdff::1") && !has("fd00::/8", "fe80::1"));
        assert!(has("0.0.0.0/0", "203.0.113.9") && !has("0.0.0.0/0", "::2"));
        assert!(has("192.0.2.1", "::ffff:192.0.2.1") && !has("192.0.2.1", "192.0.2.2"));
    }
}
