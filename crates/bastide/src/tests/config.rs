//! Configs.
