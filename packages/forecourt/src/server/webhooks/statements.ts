/** Changes that are told to their listeners at once. */
export const SPREAD_BATCH = 500;

/** Whether there are changes to spread. */
export const DUE = 'select exists (select from "_webhookEvent") as due';

/** Whether it is this process that spreads them until its transaction ends. */
export const TURN = "select pg_try_advisory_xact_lock(hashtextextended('forecourt.webhooks', 0)) as mine";

/**
 * Makes a delivery of each change for each webhook that listens to it, and answers of which records some wait for one before them: those have no time yet (`UNBLOCK`). One process at
 * a time, whose turn (`TURN`) began before this statement: so it sees what the one before it made, and deliveries of a record are numbered in the order of its changes. `$1`: the property
 * that holds the state, by entity.
 */
export const SPREAD = `
with due as (
  delete from "_webhookEvent" where id in (select id from "_webhookEvent" order by id limit ${SPREAD_BATCH})
  returning id, entity, "changeId", kind
),
heard as (
  select d.id, w.id as "webhookId", d.entity || '.' || heard.type as type, c."recordId", left(c.event, 120) as event, left(now.entered, 60) as entered, c.id as "changeId", c.time,
    row_number() over (partition by w.id, c."recordId" order by d.id) > 1
      or exists (select from "webhookDelivery" e where e."webhookId" = w.id and e."recordId" = c."recordId" and e.state = 'queued') as waits
  from due d
  join "recordChange" c on c.id = d."changeId"
  join webhook w on w.resource = d.entity and w.status = 1
  cross join lateral (select c.after ->> ($1::jsonb ->> d.entity) as entered) now
  cross join lateral (select case
    when c.event = any(string_to_array(w.steps, ',')) then 'step'
    when now.entered = any(string_to_array(w.states, ',')) then 'state'
    when d.kind = 'created' and w."onCreated" or d.kind = 'updated' and w."onUpdated" or d.kind = 'deleted' and w."onDeleted" then d.kind
  end as type) heard
  where heard.type is not null
),
made as (
  insert into "webhookDelivery" ("webhookId", type, "recordId", event, entered, "changeId", "changeTime", state, tries, "nextTryTime", key, "createTime", "updateTime")
  select "webhookId", type, "recordId", event, entered, "changeId", time, 'queued', 0, case when not waits then $2::timestamptz end, 'msg_' || replace(gen_random_uuid()::text, '-', ''), $2, $2
  from heard order by id, "webhookId"
)
select (select count(*)::int from due) as count,
  coalesce((select json_agg(distinct jsonb_build_object('webhookId', "webhookId", 'recordId', "recordId")) from heard where waits), '[]') as waiting`;

/**
 * Need not wait for the disk: whatever of it the database loses by dying is done again, and a message that was sent comes a second time with the same id. What a delivery
 * is told by is on the disk before (`SPREAD`).
 */
const SOON = `(select set_config('synchronous_commit', 'off', true)) is not null`;

const OLDEST = `select min(q.id) from "webhookDelivery" q where q."webhookId" = h."webhookId" and q."recordId" = h."recordId" and q.state = 'queued'`;

/** The oldest delivery of each of these records (`$1`) need not wait any more. Asked after what made it so is committed, on either side: so none is forgotten. */
export const UNBLOCK = `
update "webhookDelivery" d set "nextTryTime" = $2
from (select (${OLDEST}) as id from json_to_recordset($1::json) as h("webhookId" bigint, "recordId" bigint)) first
where d.id = first.id and d.state = 'queued' and d."nextTryTime" is null and ${SOON}`;

/** The same of all records: whoever was to ask may have died. */
export const UNBLOCK_ALL = `
update "webhookDelivery" d set "nextTryTime" = $1
from (
  select (${OLDEST}) as id from (select distinct "webhookId", "recordId" from "webhookDelivery" where state = 'queued' and "nextTryTime" is null) h
) first
where d.id = first.id and d.state = 'queued' and d."nextTryTime" is null`;

const AFTER = `select min("webhookId") from "webhookDelivery" where state = 'queued'`;

/**
 * Takes up what is due: of each webhook a few at a time (`$3`; one while the last attempt failed) beside those under way here (`$4`, by webhook). Of a record only the oldest has a time.
 * Whoever dies leaves it to the next, when its time (`$2`) is over.
 */
export const CLAIM = `
with recursive hooks as (
  select (${AFTER}) as id union all select (${AFTER} and "webhookId" > hooks.id) from hooks where hooks.id is not null
),
free as (
  select w.id, greatest(case when w.failures > 0 then 1 else $3::int end - coalesce(($4::jsonb ->> w.id::text)::int, 0), 0) as room
  from hooks join webhook w on w.id = hooks.id where w.status = 1 and (w."restUntil" is null or w."restUntil" <= $1)
)
update "webhookDelivery" d set tries = d.tries + 1, "nextTryTime" = $2, "updateTime" = $1
from (
  select c.id from free cross join lateral (
    select q.id from "webhookDelivery" q where q."webhookId" = free.id and q.state = 'queued' and q."nextTryTime" <= $1
    order by q."nextTryTime", q.id limit free.room for update skip locked
  ) c limit $5
) claimed where d.id = claimed.id and ${SOON}
returning d.id, d."webhookId", d.type, d."recordId", d.event, d.entered, d."changeId", d."changeTime", d.tries, d.key`;

/** How attempts ended, each unless somebody has taken its delivery up anew since; and what that says of their webhooks. */
export const SETTLE = `
with told as (
  update "webhookDelivery" d set state = s.state, error = s.error, "httpStatus" = s."httpStatus", size = s.size, duration = s.duration,
    "nextTryTime" = s."nextTryTime", "sentTime" = $3, "updateTime" = $3, tries = coalesce(s."triesLeft", d.tries)
  from json_to_recordset($1::json) as s(id bigint, tries integer, "triesLeft" integer, state text, error text, "httpStatus" integer, size integer, duration integer, "nextTryTime" timestamptz)
  where d.id = s.id and d.tries = s.tries and d.state = 'queued' and ${SOON}
)
update webhook w set
  failures = case when h.succeeded then 0 else w.failures + h.failed end,
  "restUntil" = h."restUntil",
  "lastTime" = $3, "lastError" = h.error,
  status = case when h.stop and w.status = 1 then 2 else w.status end,
  reason = case when h.stop and w.status = 1 then h.error else w.reason end
from json_to_recordset($2::json) as h(id bigint, failed integer, succeeded boolean, stop boolean, error text, "restUntil" timestamptz)
where w.id = h.id`;

/** The webhooks of what was taken up. */
export const HOOKS = `select id, url, resource, filter, "sentFields", "userId", failures, secret, "oldSecret", "oldUntil" from webhook where id = any($1)`;
