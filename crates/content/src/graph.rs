//! The graph of expansions: what needs, excludes and follows what, and the canonical order.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;

use bastide_core::Fault;
use petgraph::Direction;
use petgraph::algo::{tarjan_scc, toposort};
use petgraph::graph::{DiGraph, NodeIndex};

use crate::lang;

/// A name written somewhere: another expansion in `needs`, `conflicts` or `after`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mention {
    /// The name.
    pub id: String,
    /// File in which it is written; empty if it is implied.
    pub file: String,
    /// Where in the file.
    pub span: Option<Range<usize>>,
}

impl Mention {
    /// A name that nobody wrote down.
    pub fn implied(id: impl Into<String>) -> Self {
        Self { id: id.into(), ..Self::default() }
    }

    /// The place of a fault.
    fn place(&self, fault: Fault) -> Fault {
        match &self.span {
            Some(span) => fault.at(&self.file, span.clone()),
            None => fault.in_file(&self.file),
        }
    }
}

/// A known expansion and its relations to others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Its name.
    pub id: String,
    /// Expansions that must be enabled, and come before it.
    pub needs: Vec<Mention>,
    /// Expansions that must not be enabled.
    pub conflicts: Vec<Mention>,
    /// Expansions that come before it if they are enabled.
    pub after: Vec<Mention>,
    /// Where somebody enabled it: the place to tell that something else is missing or too many.
    pub enabled: Option<Mention>,
}

impl Node {
    /// Returns the place of a fault of the choice: where the expansion is enabled, or else where the manifest names
    /// the other one.
    fn place(&self, mention: &Mention, fault: Fault) -> Fault {
        self.enabled.as_ref().unwrap_or(mention).place(fault)
    }
}

/// The enabled expansions in canonical order: what is needed first, then by name. The order in which
/// they are given does not matter.
///
/// # Errors
///
/// All that is wrong: `G0001` a relation to itself, `G0002` an unknown need, `G0003` a need that is not
/// enabled, `G0004` a conflict, `G0005` a cycle, `G0006` an enabled name that is not known.
pub fn order<'a, I>(known: &[Node], enabled: I) -> Result<Vec<String>, Vec<Fault>>
where
    I: IntoIterator<Item = &'a str>,
{
    let known: BTreeMap<&str, &Node> = known.iter().map(|node| (node.id.as_str(), node)).collect();
    let enabled: BTreeSet<&str> = enabled.into_iter().collect();
    let mut faults = Vec::new();
    for id in &enabled {
        match known.get(id) {
            Some(node) => check(node, &known, &enabled, &mut faults),
            None => faults.push(unknown(id, &known)),
        }
    }
    let mut graph: DiGraph<&str, &Mention> = DiGraph::new();
    let index: BTreeMap<&str, NodeIndex> =
        enabled.iter().map(|id| (*id, graph.add_node(id))).collect();
    for id in &enabled {
        let Some(node) = known.get(id) else { continue };
        for mention in node.needs.iter().chain(&node.after) {
            if let Some(before) = index.get(mention.id.as_str())
                && mention.id != *id
            {
                graph.update_edge(*before, index[id], mention);
            }
        }
    }
    if toposort(&graph, None).is_err() {
        faults.extend(
            tarjan_scc(&graph).iter().filter(|scc| scc.len() > 1).map(|scc| cycle(&graph, scc)),
        );
    }
    if faults.is_empty() {
        Ok(sorted(&graph))
    } else {
        faults.sort_by_cached_key(|f| {
            (f.code.clone(), f.file.clone(), f.span.as_ref().map(|s| s.start), f.what.en.clone())
        });
        Err(faults)
    }
}

/// Checks the relations of one expansion against the enabled ones.
fn check(
    node: &Node,
    known: &BTreeMap<&str, &Node>,
    enabled: &BTreeSet<&str>,
    faults: &mut Vec<Fault>,
) {
    let id = &node.id;
    for (key, mentions) in
        [("needs", &node.needs), ("conflicts", &node.conflicts), ("after", &node.after)]
    {
        for mention in mentions.iter().filter(|m| m.id == *id) {
            faults.push(
                mention.place(
                    Fault::new(
                        "G0001",
                        format!("`{id}` names itself in `{key}`"),
                        format!("`{id}` se nomme elle-même dans `{key}`"),
                    )
                    .help("take the name out of the list", "retirez ce nom de la liste"),
                ),
            );
        }
    }
    for mention in node.needs.iter().filter(|m| m.id != *id && !enabled.contains(m.id.as_str())) {
        let other = &mention.id;
        faults.push(if known.contains_key(other.as_str()) {
            let fault = Fault::new(
                "G0003",
                format!("`{id}` needs `{other}`, which is not enabled"),
                format!("`{id}` a besoin de `{other}`, qui n'est pas activée"),
            );
            node.place(mention, fault).help(
                format!("add `{other} = true` under [expansions]"),
                format!("ajoutez `{other} = true` sous [expansions]"),
            )
        } else {
            let fault = Fault::new(
                "G0002",
                format!("`{id}` needs `{other}`, which nobody knows"),
                format!("`{id}` a besoin de `{other}`, que personne ne connaît"),
            );
            let fault = mention.place(fault);
            lang::suggest(fault, other, known.keys().copied().filter(|k| k != id))
        });
    }
    for mention in &node.conflicts {
        let other = mention.id.as_str();
        // A conflict written on both sides is one fault, told where the first by name writes it.
        let both = known.get(other).is_some_and(|n| n.conflicts.iter().any(|m| m.id == *id));
        if other != id && enabled.contains(other) && (!both || id.as_str() < other) {
            let fault = Fault::new(
                "G0004",
                format!("`{id}` and `{other}` cannot be played together"),
                format!("`{id}` et `{other}` ne se jouent pas ensemble"),
            )
            .help("disable one of the two", "désactivez l'une des deux");
            faults.push(node.place(mention, fault));
        }
    }
}

/// An enabled name that no folder has.
fn unknown(id: &str, known: &BTreeMap<&str, &Node>) -> Fault {
    let fault = Fault::new(
        "G0006",
        format!("unknown expansion `{id}`"),
        format!("extension inconnue `{id}`"),
    );
    lang::suggest(fault, id, known.keys().copied())
}

/// A shortest cycle through the first name of a strongly connected part, named in full.
fn cycle(graph: &DiGraph<&str, &Mention>, part: &[NodeIndex]) -> Fault {
    let inside: BTreeSet<NodeIndex> = part.iter().copied().collect();
    let start = part.iter().copied().min_by_key(|i| graph[*i]).unwrap_or_default();
    let mut next: BTreeMap<NodeIndex, NodeIndex> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    // Edges run from the needed to the needing; walking them backwards reads "a needs b".
    while let Some(at) = queue.pop_front() {
        let mut needs: Vec<NodeIndex> = graph
            .neighbors_directed(at, Direction::Incoming)
            .filter(|n| inside.contains(n))
            .collect();
        needs.sort_by_key(|n| graph[*n]);
        for need in needs {
            if need == start {
                let mut names = vec![graph[start]];
                let mut back = at;
                while back != start {
                    names.push(graph[back]);
                    back = next[&back];
                }
                names.push(graph[start]);
                names.reverse();
                return told(graph, &names, start);
            }
            if let Entry::Vacant(free) = next.entry(need) {
                free.insert(at);
                queue.push_back(need);
            }
        }
    }
    Fault::new("G0005", "a cycle of needs", "un cycle de dépendances")
}

/// The fault for a cycle, placed where its first expansion names the next.
fn told(graph: &DiGraph<&str, &Mention>, names: &[&str], start: NodeIndex) -> Fault {
    let path = names.join(" → ");
    let fault = Fault::new(
        "G0005",
        format!("expansions come after each other in a circle: {path}"),
        format!("des extensions se suivent en rond : {path}"),
    )
    .help(
        "take one of these names out of `needs` or `after`",
        "retirez l'un de ces noms de `needs` ou de `after`",
    );
    let mention = graph
        .node_indices()
        .find(|i| graph[*i] == names[1])
        .and_then(|before| graph.find_edge(before, start))
        .and_then(|edge| graph.edge_weight(edge));
    match mention {
        Some(mention) => mention.place(fault),
        None => fault,
    }
}

/// Of all that is ready, always the first by name.
fn sorted(graph: &DiGraph<&str, &Mention>) -> Vec<String> {
    let mut open: BTreeMap<NodeIndex, usize> = graph
        .node_indices()
        .map(|i| (i, graph.neighbors_directed(i, Direction::Incoming).count()))
        .collect();
    let mut ready: BTreeSet<(&str, NodeIndex)> =
        open.iter().filter(|(_, n)| **n == 0).map(|(i, _)| (graph[*i], *i)).collect();
    let mut names = Vec::with_capacity(open.len());
    while let Some((name, at)) = ready.pop_first() {
        names.push(name.to_owned());
        for after in graph.neighbors(at) {
            if let Some(count) = open.get_mut(&after) {
                *count -= 1;
                if *count == 0 {
                    ready.insert((graph[after], after));
                }
            }
        }
    }
    names
}

#[cfg(test)]
#[path = "tests/graph.rs"]
mod tests;
