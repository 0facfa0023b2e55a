//! Games: acting, refusing, taking back.
