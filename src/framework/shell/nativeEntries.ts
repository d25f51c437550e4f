/** Stands in for the polyfill that node-polyglot brings along: every browser of today has the original. */
export default Object.entries;
