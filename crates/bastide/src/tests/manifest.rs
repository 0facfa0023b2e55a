//! Manifests.
