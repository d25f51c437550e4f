/** Stands in for the polyfill that node-polyglot requires: every browser of today has the original. */
module.exports = Object.entries;
