//! Ways to run scripts.

use bastide_core::fault::Fault;

/// How handlers of scripts are run. They answer the same in each way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scripts {
    /// By Luau alone.
    Luau,
    /// By plans, where there are, and by Luau otherwise.
    #[default]
    Plans,
    /// By both, one after the other, and answers that differ are a fault: to test plans.
    Both,
}

impl Scripts {
    /// As the environment says in `BASTIDE_SCRIPTS`: `luau`, `plans` or `both`.
    ///
    /// # Errors
    ///
    /// It says something else.
    pub fn chosen() -> Result<Self, Fault> {
        let Some(way) = std::env::var_os("BASTIDE_SCRIPTS") else { return Ok(Self::default()) };
        match way.to_str() {
            Some("luau") => Ok(Self::Luau),
            Some("plans") => Ok(Self::Plans),
            Some("both") => Ok(Self::Both),
            _ => {
                let way = way.to_string_lossy();
                let what = format!("`BASTIDE_SCRIPTS` is `{way}`, which is no way to run scripts");
                let what_fr = format!(
                    "`BASTIDE_SCRIPTS` vaut `{way}`, qui n'est pas une façon d'exécuter les scripts"
                );
                let help = "set it to `luau`, `plans` or `both`, or unset it";
                let help_fr = "lui donner `luau`, `plans` ou `both`, ou la supprimer";
                Err(Fault::new("C0118", what, what_fr).help(help, help_fr))
            }
        }
    }
}
