//! Under which addresses and names machines of the same network reach this one.

use std::net::IpAddr;

/// Returns where people of the same network reach this machine, or `None` if it is in no network.
#[must_use]
pub fn address() -> Option<IpAddr> {
    routed().or_else(|| interfaces().into_iter().next())
}

/// Returns the names of a machine that listens at an address: that address; or, if it listens at all addresses, each
/// of them, the one for others first, and its name in the network.
#[must_use]
pub fn names(listens: IpAddr) -> Vec<String> {
    if !listens.is_unspecified() {
        return vec![written(listens)];
    }
    let mut all: Vec<IpAddr> = routed().into_iter().collect();
    for ip in interfaces() {
        if !all.contains(&ip) {
            all.push(ip);
        }
    }
    // A listener at IPv4 addresses is reached at no others; one at IPv6 addresses mostly at both.
    let reached = |ip: &IpAddr| ip.is_ipv4() || listens.is_ipv6();
    all.into_iter().filter(reached).map(written).chain(local()).collect()
}

fn written(ip: IpAddr) -> String {
    if ip.is_ipv6() { format!("[{ip}]") } else { ip.to_string() }
}

/// The address from which this machine asks others.
fn routed() -> Option<IpAddr> {
    // No packet is sent: the system only says from which address one would go.
    let socket = std::net::UdpSocket::bind(("0.0.0.0", 0)).ok()?;
    socket.connect(("192.0.2.1", 9)).ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_unspecified() && !ip.is_loopback())
}

/// Addresses of all its interfaces, without those under which it only reaches itself.
fn interfaces() -> Vec<IpAddr> {
    let all = if_addrs::get_if_addrs().unwrap_or_default();
    all.into_iter().map(|one| one.ip()).filter(|ip| !ip.is_loopback()).collect()
}

/// What the machine is called in its network, if a browser can ask for it: `study.local`.
fn local() -> Option<String> {
    let host = host()?;
    // Some systems say where they belong too.
    let name = host.split('.').next().filter(|name| !name.is_empty())?;
    let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    (plain && !name.eq_ignore_ascii_case("localhost")).then(|| format!("{name}.local"))
}

#[cfg(unix)]
fn host() -> Option<String> {
    rustix::system::uname().nodename().to_str().ok().map(str::to_owned)
}

#[cfg(not(unix))]
fn host() -> Option<String> {
    std::env::var("COMPUTERNAME").ok()
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn a_machine_that_listens_everywhere_is_asked_under_all_it_has_and_else_under_one() {
        assert_eq!(names(Ipv4Addr::new(192, 168, 1, 20).into()), ["192.168.1.20"]);
        assert_eq!(names("fd00::5".parse().expect("an address")), ["[fd00::5]"]);
        let all = names(Ipv4Addr::UNSPECIFIED.into());
        let known = |ip: &IpAddr| all.contains(&ip.to_string());
        assert!(interfaces().iter().filter(|ip| ip.is_ipv4()).all(known), "{all:?}");
        assert!(address().is_none_or(|ip| all.first() == Some(&ip.to_string())), "{all:?}");
        let (addresses, names): (Vec<_>, Vec<_>) =
            all.iter().partition(|name| name.parse::<IpAddr>().is_ok());
        assert!(names.len() <= 1 && names.iter().all(|name| name.contains(".local")), "{names:?}");
        assert!(addresses.iter().all(|name| !name.starts_with("127.")), "{addresses:?}");
    }
}
