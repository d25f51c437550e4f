import type { ServerModule } from '../contract.ts';

/**
 * What a webhook may tell of is noted by the transaction that does it, whatever path it takes: written with the history of the record, if and only if somebody
 * listens to the resource. One row a change, however many listen: who they are is found out beside the work (`spread`).
 */
const WEBHOOKS = `
create table "_webhookEvent" (
  id bigint generated always as identity primary key,
  entity text not null,
  "changeId" bigint not null,
  kind text not null
);
create index "webhook_heard" on webhook (resource) where status = 1;
create index "webhookDelivery_due" on "webhookDelivery" ("webhookId", "nextTryTime", id) where state = 'queued';
create index "webhookDelivery_order" on "webhookDelivery" ("webhookId", "recordId", id) where state = 'queued';
create function "_webhookHear"() returns trigger language plpgsql as $$
begin
  insert into "_webhookEvent" (entity, "changeId", kind)
    select f.entity, f.id, case
      when f.before is null then 'created'
      when f.after is null or f.after ->> 'deleteTime' is not null then 'deleted'
      when f.after ? 'deleteTime' then 'created'
      else 'updated' end
    from fresh f
    where (f.before is not null or f.after is not null)
      and exists (select from webhook w where w.resource = f.entity and w.status = 1)
    order by f.id;
  return null;
end $$;
create trigger "_webhookHear" after insert on "recordChange"
  referencing new table as fresh for each statement execute function "_webhookHear"();
`;

export const webhookMigrations: NonNullable<ServerModule['migrations']> = [{ name: 'webhooks', sql: WEBHOOKS }];
