import type { ConstructName } from './constructs.ts';

interface Known {
  /** What would be done instead on a database of several machines. Stands in docs/portability.md in the same words. */
  readonly wayOut: string;
  /** Files, and folders with `/` at the end for what stands in most of their files; with what it is there for. */
  readonly places: Readonly<Record<string, string>>;
}

/** Every place of the product whose SQL is not portable. `npm run portable` fails when there is another one, or one of these is no more. */
export const KNOWN: Readonly<Record<ConstructName, Known>> = {
  exclusion: {
    wayOut:
      'holds and maintenance stay on one machine, or are divided by car; without GiST one row for each car and day, unique, in place of a period',
    places: {
      'packages/forecourt/src/server/data/tables/objects.ts': 'writes what `x-exclude` of a schema says',
      'schemas/internal/hold.json': 'a car is promised once at a time',
      'schemas/maintenance.json': 'a car is in one workshop at a time',
    },
  },
  advisory: {
    wayOut: 'a row of a table on one machine for each name, made where it is missing and locked `for update`',
    places: {
      'packages/forecourt/src/server/backup/createBackup.ts': 'one backup at a time, and no file goes meanwhile',
      'packages/forecourt/src/server/backup/locks.ts': 'files are not removed during a backup',
      'packages/forecourt/src/server/data/tables/apply.ts': 'one process changes the tables',
      'packages/forecourt/src/server/data/tables/buildIndexes.ts': 'one process builds indexes',
      'packages/forecourt/src/server/data/tables/logs.ts': 'one process makes months of logs',
      'packages/forecourt/src/server/data/seals/chain.ts': 'one process adds to the chain of logs',
      'packages/forecourt/src/server/data/writer/trees.ts': 'no circle arises in a tree',
      'packages/forecourt/src/server/http/signInNames.ts': 'no name is a phone of somebody else',
      'packages/forecourt/src/server/auth/superAdministrators.ts': 'the last super administrator stays',
      'packages/forecourt/src/server/http/auth/oidc/signInAs.ts': 'an account of a provider makes one user',
      'packages/forecourt/src/server/platform/menus.ts': 'a permission path belongs to one page',
      'packages/forecourt/src/server/postgres/supervisor.ts':
        'the private database has one owner; never on another database',
      'src/rental/server/drawer/drawer.ts': 'nobody pays into a drawer while it is counted',
      'src/rental/server/order/questions.ts': 'a number of a channel is given out once',
      'src/rental/server/channels/receive.ts': 'an order of a channel is received once',
      'src/rental/server/order/renter.ts': 'a renter is made once for a phone and an ID number',
      'packages/forecourt/src/server/webhooks/statements.ts': 'one process makes deliveries of webhooks at a time',
    },
  },
  notify: {
    wayOut: 'each process asks every second for the version of rights, as it already does for changes of records',
    places: {
      'packages/forecourt/src/server/http/tables.ts': 'says that rights have changed',
      'packages/forecourt/src/server/postgres/listener.ts': 'hears it',
      'packages/forecourt/src/server/data/tables/lineage.ts': 'says that the tables fit another model',
    },
  },
  sequence: {
    wayOut:
      'ids stay bigint and unique, no more in the order of time: what sorts by id alone sorts by time and id; numbers are given in blocks to each machine',
    places: {
      'schemas/': 'the id of every table',
      'packages/forecourt/src/platform/schemas/': 'the id of every table of the framework',
      'packages/forecourt/src/server/data/tables/plan.ts': 'writes it',
      'packages/forecourt/src/server/data/tables/logs.ts': 'keeps it when a log is divided by months',
      'packages/forecourt/src/server/data/tables/framework.ts': 'ids of tables that have no schema',
      'packages/forecourt/src/server/data/seals/logRows.ts': 'which id of a log was given last',
      'packages/forecourt/src/server/data/writer/source.ts': 'takes ids before the rows are written',
      'packages/forecourt/src/server/backup/state.ts': 'ids of backups',
      'packages/forecourt/src/server/backup/structure.ts': 'reads sequences for a backup',
      'packages/forecourt/src/server/backup/restoreBackup.ts': 'sets them again',
      'packages/forecourt/src/server/http/tables.ts': 'ids of sessions, and the version of rights',
      'packages/forecourt/src/server/auth/tables.ts': 'ids of remembered devices',
      'packages/forecourt/src/server/auth/oidc/tables.ts': 'ids of accounts of sign-in providers',
      'packages/forecourt/src/server/auth/passkeys/tables.ts': 'ids of passkeys',
      'packages/forecourt/src/server/views/tables.ts': 'ids of saved views',
      'packages/forecourt/src/server/platform/insertRows.ts': 'sets a sequence after rows with ids',
      'packages/forecourt/src/server/platform/permissions.ts': 'ids of entries of the menu',
      'src/rental/server/gps/settings.ts': 'sets a sequence after its one row',
      'src/rental/server/order/printKeys.ts': 'ids of links to sheets',
      'packages/forecourt/src/server/webhooks/tables.ts': 'changes that webhooks may tell of, in their order',
    },
  },
  counter: {
    wayOut: 'the counter stays on one machine; else one for each store and day, with the store in the number',
    places: {
      'src/rental/server/numbers/index.ts': 'shown numbers of orders, and of refunds, deductions … without gaps',
    },
  },
  trigger: {
    wayOut:
      'what triggers do goes into the statements of the writer, which every change passes but for an operator in psql; logs are protected by rights of the role alone',
    places: {
      'packages/forecourt/src/platform/schemas/loginLog.json': 'rows are only added',
      'packages/forecourt/src/platform/schemas/operationLog.json': 'rows are only added',
      'packages/forecourt/src/server/data/tables/logs.ts': 'writes it for each log and month',
      'packages/forecourt/src/server/data/tables/framework.ts': 'rows of the history are only added',
      'packages/forecourt/src/server/data/tables/conversions.ts': 'lets a conversion change the history',
      'packages/forecourt/src/server/http/tables.ts': 'ends sessions, tells of rights, notes removed files',
      'packages/forecourt/src/server/auth/sessionLife.ts': 'tells of sessions that end otherwise',
      'packages/forecourt/src/server/auth/tables.ts': 'ends sign-ins under way and what stands in for a code',
      'packages/forecourt/src/server/auth/passwordLinks.ts': 'ends links to choose a password',
      'packages/forecourt/src/server/auth/oidc/tables.ts': 'ends sessions of a provider that is switched off',
      'packages/forecourt/src/server/auth/passkeys/tables.ts': 'ends what a passkey stands in for',
      'packages/forecourt/src/server/live/tables.ts': 'notes which records were changed',
      'packages/forecourt/src/server/http/files/pieces.ts': 'notes the pieces of uploads that go',
      'packages/forecourt/src/server/http/files/unused.ts': 'notes which uploads records name',
      'packages/forecourt/src/server/http/files/privateMarks.ts': 'marks private files',
      'packages/forecourt/src/server/http/files/triggers.ts': 'writes both for each table with files',
      'packages/forecourt/src/server/webhooks/tables.ts': 'notes changes that webhooks may tell of',
    },
  },
  systemColumn: {
    wayOut: 'a column of the row that counts its changes, which the writer raises; rows are swept by their keys',
    places: {
      'packages/forecourt/src/server/data/writer/stored.ts': 'the version that a save was begun with',
      'packages/forecourt/src/server/data/context/forget.ts': 'old rows are deleted a few at a time',
    },
  },
  snapshot: {
    wayOut: 'positions in a log of changes for each machine, or the change stream of the product',
    places: {
      'packages/forecourt/src/server/live/tables.ts': 'the transaction of a change',
      'packages/forecourt/src/server/live/feed.ts': 'what was committed between two looks',
      'packages/forecourt/src/server/data/seals/sealLogs.ts': 'no row of a log is still being written',
    },
  },
  foreignKey: {
    wayOut: 'left out where the two rows live on different machines; the writer goes on checking references',
    places: {
      'packages/forecourt/src/server/data/tables/objects.ts': 'writes those of schemas',
      'packages/forecourt/src/server/data/tables/framework.ts': 'rows of imports and notices, beside each other',
      'packages/forecourt/src/server/http/tables.ts': 'sessions and known places of a user',
      'packages/forecourt/src/server/auth/tables.ts': 'second factors of a user, and what stands in for them',
      'packages/forecourt/src/server/auth/passwordLinks.ts': 'links of a user to choose a password',
      'packages/forecourt/src/server/auth/oidc/tables.ts': 'accounts of sign-in providers, with their user',
      'packages/forecourt/src/server/auth/passkeys/tables.ts': 'passkeys, with their user',
      'packages/forecourt/src/server/views/tables.ts': 'saved views, with their user and role',
      'packages/forecourt/src/server/auth/scimTables.ts': 'what a directory calls users and roles, beside them',
      'packages/forecourt/src/server/live/tables.ts': 'what a session has open, beside it',
      'src/rental/server/order/printKeys.ts': 'links to sheets, beside their order',
      'schemas/channelMessage.json': 'names an order',
      'schemas/coupon.json': 'names the order that used it',
      'schemas/deduction.json': 'names a violation',
      'schemas/internal/orderFee.json': 'names a violation',
      'schemas/violation.json': 'names an order',
      'packages/forecourt/src/server/http/files/pieces.ts': 'uploads that a user has begun',
    },
  },
  unique: {
    wayOut:
      'with the store in front it holds for each store; what is unique everywhere is unique by how it is made (day counter) or in a table on one machine',
    places: {
      'packages/forecourt/src/server/data/tables/objects.ts': 'writes those of schemas',
      'packages/forecourt/src/server/auth/scimTables.ts': 'a user name of the directory',
      'packages/forecourt/src/server/views/tables.ts': 'a name of a user, one view that a role begins with',
      'schemas/order.json': 'number of an order',
      'schemas/deduction.json': 'number of a deduction, one for a violation',
      'schemas/refund.json': 'number of a refund',
      'schemas/internal/orderFee.json': 'one line for a deduction or a violation',
      'schemas/deposit.json': 'one row for a deposit of an order',
      'schemas/preauth.json': 'a number of a method is entered once',
      'schemas/payment.json': 'a payment of a method is recorded once',
    },
  },
  gin: {
    wayOut: 'the index stays where GIN over an expression is known, without its settings; a search asks every machine',
    places: {
      'packages/forecourt/src/server/data/tables/objects.ts': 'writes those of searches and of lists of ids',
      'schemas/': 'what the keyword of a list searches',
      'packages/forecourt/src/platform/schemas/': 'what the keyword of a list searches, and lists of ids',
    },
  },
  skipLocked: {
    wayOut: 'the queue stays on one machine; a divided one is asked machine by machine',
    places: {
      'packages/forecourt/src/server/auth/oidc/providers.ts': 'deletes a few used tokens at a time',
      'packages/forecourt/src/server/outbox/createOutbox.ts': 'messages that are due',
      'packages/forecourt/src/server/data/notices/spreadNotices.ts': 'notices that nobody was told of',
      'packages/forecourt/src/server/data/writer/eraseTraces.ts': 'traces of erased people',
      'packages/forecourt/src/server/http/notifications/mailWork.ts': 'mail to users',
      'packages/forecourt/src/server/http/registration.ts': 'old codes',
      'packages/forecourt/src/server/http/signInLimits.ts': 'old attempts',
      'packages/forecourt/src/server/http/files/unused.ts': 'uploads that no record names',
      'packages/forecourt/src/server/data/writer/statements.ts': 'saves that come at once wait for nobody else’s row',
      'packages/forecourt/src/server/webhooks/statements.ts': 'deliveries of webhooks that are due',
    },
  },
  partition: {
    wayOut: 'months of logs where partitions may be divided again; else one table, cleared by night in small deletions',
    places: {
      'packages/forecourt/src/platform/schemas/loginLog.json': 'a log by months',
      'packages/forecourt/src/platform/schemas/operationLog.json': 'a log by months',
      'packages/forecourt/src/server/data/tables/logs.ts': 'writes them',
      'packages/forecourt/src/server/backup/structure.ts': 'reads them for a backup',
    },
  },
  unlogged: {
    wayOut: 'an ordinary table: nothing but speed hangs on it',
    places: {
      'packages/forecourt/src/server/backup/structure.ts': 'reads a table for a backup as it is',
      'packages/forecourt/src/server/live/tables.ts': 'who has which record open, worth nothing after a crash',
    },
  },
  changingWith: {
    wayOut:
      'allowed while all its tables live on one machine; a save with its history, notice and idempotency key is several statements of one transaction otherwise',
    places: {
      'packages/forecourt/src/server/data/writer/statements.ts': 'a save is one statement, its history and key with it',
      'packages/forecourt/src/server/data/writer/notices.ts': 'notices of a save',
      'packages/forecourt/src/server/live/editors.ts': 'who has a record open is said, and who else has is answered',
      'packages/forecourt/src/server/platform/permissions.ts': 'entries of the menu and their parents',
      'src/rental/server/seed/demo/offences.ts': 'demonstration data',
      'src/rental/server/order/depositMigration.ts': 'deposits of orders of an earlier version',
      'packages/forecourt/src/server/data/writer/keys.ts': 'the key of a save',
      'packages/forecourt/src/server/http/files/pieces.ts': 'the end of an upload',
      'packages/forecourt/src/server/data/tables/lineage.ts': 'the model of the database, and that it is another',
      'packages/forecourt/src/server/webhooks/statements.ts': 'a change becomes its deliveries; how attempts ended',
    },
  },
  tableLock: {
    wayOut: 'a row of a table on one machine, locked `for update`; a backup is that of the product',
    places: {
      'packages/forecourt/src/server/backup/createBackup.ts': 'tables stay as they are during a backup',
      'packages/forecourt/src/server/data/tables/logs.ts': 'writers wait while a month is made',
      'src/rental/server/admin/holidays.ts': 'holidays do not overlap',
    },
  },
  statistics: {
    wayOut:
      'estimates of one machine times their number; without any the list counts, and a search takes its first way',
    places: {
      'packages/forecourt/src/server/data/query/frequencies.ts': 'how common a piece of a word is',
      'packages/forecourt/src/server/data/query/list.ts': 'about how many rows a table has',
      'packages/forecourt/src/server/data/query/starts.ts': 'which lists are long enough to be prepared',
      'packages/forecourt/src/server/data/tables/catalog.ts': 'whether a table is too big to be changed at a start',
    },
  },
  position: {
    wayOut: 'no standby of one machine: `DATABASE_READ_URL` stays empty',
    places: { 'packages/forecourt/src/server/postgres/reads.ts': 'whether a standby has what was just written' },
  },
};
