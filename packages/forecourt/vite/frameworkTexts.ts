/** Texts that only what is rarely opened shows: they load with it (`useTexts`). */
export const RARE_TEXTS = [
  'admin.map',
  'admin.calendar',
  'admin.board',
  'admin.dashboard',
  'admin.permissions',
  'admin.secret',
  'help',
  'admin.shortcuts',
  'admin.kept',
  'admin.columns',
  'admin.nextStep',
  'shell.setUp',
  'shell.palette',
  'shell.tabs',
  'admin.pages',
  'shell.later',
  'shell.password',
  'shell.notifications',
  'msg.tab',
  'account',
  'shell.register',
  'admin.import',
  'admin.history',
  'failures',
];
/** Part with what one record of every resource is called. */
export const NAME_TEXTS = 'resources.name';
/** Texts of the framework that only the server says. */
export const SERVER_TEXTS = [
  ...['permissions', 'roles', 'mail'],
  ...[
    'alreadyDone',
    'apiKey',
    'webhook',
    'answerNotKept',
    'captcha',
    'cascade',
    'history',
    'idempotencyReused',
    'import',
    'invitees',
    'manyRefusals',
    'newerRecord',
    'newerVersion',
    'noQuery',
    'outbox',
    'parentLocked',
    'proof',
    'search',
    'secretMoved',
    'success',
    'unfitRecord',
    'unknownVersion',
  ].map((part) => `msg.${part}`),
];
/** What users are told of: sentences of the application that only the server says. */
export const TOLD_TEXTS = 'notifications';
