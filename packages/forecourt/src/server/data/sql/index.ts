export {
  all,
  any,
  arrayOf,
  column,
  deeper,
  ident,
  joinSql,
  literal,
  NOW,
  Parameters,
  SQL,
  type Alias,
  type PgType,
  type Sql,
} from './text.ts';
export { planned, prepared, type SqlStatement } from './prepared.ts';
export { amountSql, asRaw, compiledSql, now, splice } from './raw.ts';
