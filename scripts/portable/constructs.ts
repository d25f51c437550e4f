/** What of the SQL of PostgreSQL a database of several machines does not have, or has otherwise. */
export interface Construct {
  readonly name: string;
  /** Said by the command of a place that nobody listed. */
  readonly is: string;
  /** In a text of SQL; a value that is put into it stands there as `?`. */
  readonly pattern: RegExp;
}

/** Everything that `npm run portable` looks for, in the order in which docs/portability.md speaks of it. */
export const CONSTRUCTS = [
  { name: 'exclusion', is: 'an exclusion constraint', pattern: /\bexclude using\b/i },
  { name: 'advisory', is: 'an advisory lock', pattern: /\bpg_(try_)?advisory_/i },
  { name: 'notify', is: 'NOTIFY or LISTEN', pattern: /\bpg_notify\s*\(|(?:^|[`'";])\s*(?:un)?listen [?"*]/i },
  {
    name: 'sequence',
    is: 'an identity column or a sequence',
    pattern:
      /\bas identity\b|\b(nextval|setval|currval|pg_get_serial_sequence)\s*\(|\bcreate sequence\b|\bbigserial\b/i,
  },
  {
    name: 'counter',
    is: 'a counter in one row, which writers take turns at',
    pattern: /\bdo update set "?(\w+)"? = (?:"?\w+"?\.)?"?\1"? \+ (1\b|excluded\.)/i,
  },
  {
    name: 'trigger',
    is: 'a trigger',
    pattern: /\b(create|drop|enable|disable)( or replace)?( constraint)? trigger\b/i,
  },
  { name: 'systemColumn', is: 'a system column (xmin, ctid)', pattern: /\b(xmin|ctid)\b/i },
  {
    name: 'snapshot',
    is: 'numbers of transactions and snapshots',
    pattern: /\bxid8?\b|\bpg_(current_)?(xact_id|snapshot\w*|visible_in_snapshot)\b|\btxid_\w+/i,
  },
  { name: 'foreignKey', is: 'a foreign key', pattern: /\bforeign key \(|\breferences "?[\w?]+"? ?\(/i },
  { name: 'unique', is: 'a unique index', pattern: /\bcreate unique index\b/i },
  { name: 'gin', is: 'a GIN index', pattern: /\busing gin\b|\bfastupdate\b/i },
  { name: 'skipLocked', is: '`for update skip locked`', pattern: /\bskip locked\b/i },
  {
    name: 'partition',
    is: 'a table in partitions',
    pattern: /\bpartition by (range|list|hash)\b|\b(attach|detach) partition\b|\bpartition of\b/i,
  },
  {
    name: 'unlogged',
    is: 'an unlogged or temporary table',
    pattern: /\bunlogged\b|\b(create|on commit) temp(orary)?\b/i,
  },
  {
    name: 'changingWith',
    is: 'a WITH that changes rows',
    pattern: /\bas (not )?(materialized )?\(\s*(insert into|update|delete from) /i,
  },
  { name: 'tableLock', is: 'a lock of a table', pattern: /\block table\b/i },
  { name: 'statistics', is: "what one node's planner knows", pattern: /\bpg_stats\b|\breltuples\b/i },
  { name: 'position', is: 'a position in the log of one node', pattern: /\bpg_(current|last)_wal_\w+/i },
] as const satisfies readonly Construct[];

export type ConstructName = (typeof CONSTRUCTS)[number]['name'];

/** The constructs that stand in a text of SQL. */
export const constructsIn = (sql: string): ConstructName[] =>
  CONSTRUCTS.filter(({ pattern }) => pattern.test(sql)).map(({ name }) => name);
