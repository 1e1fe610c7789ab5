// @ts-check
/** The page: which custom element shows which path. */
