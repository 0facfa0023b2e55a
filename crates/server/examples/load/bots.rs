//! Tables at which bots alone play, beside those that are measured.

use std::io;

use serde_json::json;

use super::Made;
use crate::line::Line;

/// Starts `tables` tables of a config, at which only bots play.
pub(crate) async fn begin(host: &str, config: &str, tables: u64) -> io::Result<()> {
    let mut line = Line::to(host).await?;
    let made_of = json!({ "config": config }).to_string();
    for _ in 0..tables {
        let (_, body) = line.ask("POST /api/t", "", &made_of).await?;
        let made: Made = serde_json::from_slice(&body)
            .map_err(|_| io::Error::other(String::from_utf8_lossy(&body).into_owned()))?;
        let ask = format!("POST /api/t/{}/ask", made.room);
        let policy = json!({ "do": "policy", "policy": { "confirm": "never", "pause": 0 } });
        for asked in [policy, json!({ "do": "start" })] {
            line.ask(&ask, &made.host, &asked.to_string()).await?;
        }
    }
    Ok(())
}
