/**
 * Folders in a circle, which one graph of all files shows only without the tests: a test stands beside its source and comes from the whole
 * house. A folder stands for everything below it, so that what holds for files of one folder is not asked here.
 */
const { options } = require('./.dependency-cruiser.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-folder-circles',
      comment: 'Of two folders that need each other neither can be understood or moved alone. Types count as well.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: [options.exclude.path, '\\.test\\.tsx?$', '/testing/'] } },
};
