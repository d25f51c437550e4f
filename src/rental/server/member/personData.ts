import { sql } from 'kysely';
import { type PersonRecords, Archive, uploadedFiles, type ArchivePart } from 'forecourt/server';
import { calls } from '../../calls/index.ts';
import { DEFAULT_TIME_ZONE, ERASURE_REQUEST } from '../../rules/index.ts';
import { defineCommand, type RentalContext } from '../database.ts';
import { survivorOf } from '../facts/index.ts';
import { wireTime } from '../times.ts';
import { everybody } from './belongings.ts';
import { entriesOf } from './blacklist.ts';
import { personPage, type LinkedFile } from './personPage.ts';

/** A line of the log of changes: never the values, which stand in the records. */
interface Change {
  readonly time: string;
  readonly user: string;
  readonly event: string;
  readonly record: string;
}

/** What an action is called, as in the operation log. */
function eventText({ t }: RentalContext, event: string): string {
  const [module = '', action = ''] = event.split('.');
  const keys = [`resources.${module}.actions.${action}`, `resources.operationLog.log.actions.${action}`];
  return keys.map((key) => [key, t(key)] as const).find(([key, text]) => text !== key)?.[1] ?? event;
}

/** Who changed these records, when and how, oldest first. */
async function changesOf(context: RentalContext, records: readonly PersonRecords[]): Promise<readonly Change[]> {
  const all: (Change & { readonly id: number })[] = [];
  for (const { entity, title, rows } of records) {
    const ids = rows.map(({ id }) => id);
    const found = await sql<{ id: number; time: Date; userName: string; event: string; recordId: number }>`
      select id::int, time, "userName", event, "recordId"::int from "recordChange" where entity = ${entity} and "recordId" = any(${ids}::bigint[])
    `.execute(context.db);
    for (const { id, time, userName, event, recordId } of found.rows)
      all.push({
        ...{ id, time: wireTime(time, DEFAULT_TIME_ZONE), user: userName },
        ...{ event: eventText(context, event), record: `${title} #${recordId}` },
      });
  }
  return all.toSorted((a, b) => a.id - b.id).map(({ id: _id, ...change }) => change);
}

const ENDINGS: Readonly<Record<string, string>> = { jpeg: 'jpg', quicktime: 'mov' };
const endingOf = (mimeType: string): string => {
  const kind = mimeType.split('/').at(-1)!;
  return ENDINGS[kind] ?? kind;
};

/** The files that the records name, each once, under a path that says whose it is. */
async function filesOf({ db, t }: RentalContext, records: readonly PersonRecords[]) {
  const named = records.flatMap(({ entity, title, rows }) =>
    rows.flatMap(({ id, files }) => files.map(({ field, file }) => ({ entity, title, id, field, file }))),
  );
  const known = await uploadedFiles(
    db,
    named.map(({ file }) => file),
  );
  const parts = new Map<string, LinkedFile & { readonly file: string }>();
  for (const { entity, title, id, field, file } of named) {
    const found = known.get(file);
    if (!found || parts.has(file)) continue;
    const path = `files/${entity}-${id}-${field}-${file.slice(0, 8)}.${endingOf(found.mimeType)}`;
    parts.set(file, { path, label: `${title} #${id} · ${t(`resources.${entity}.fields.${field}`)}`, file });
  }
  return [...parts.values()];
}

/**
 * Everything that is kept about a member, with all that was merged into it, as one archive (D-MEM-09): a page to read, the same as JSON, and the files. Whoever
 * takes it is on record.
 */
export const personExport = defineCommand(calls.personExport, {
  async run({ id }, context) {
    const { t, db, now, actor, language } = context;
    await context.row('member', id);
    const survivor = await survivorOf(db, id);
    const people = await everybody(context, [survivor.id]);
    const records = await context.aboutPeople(
      'member',
      people.map((one) => Number(one.id)),
    );
    const changes = await changesOf(context, records);
    const blacklist = await entriesOf(context, survivor);
    const files = await filesOf(context, records);
    await context.write.insert('dataRequest', {
      memberId: id,
      kind: 'export',
      status: ERASURE_REQUEST.done,
      operatorId: actor.id,
    });
    const text = (key: string): string => t(`resources.dataRequest.texts.${key}`);
    const time = wireTime(new Date(now), DEFAULT_TIME_ZONE);
    const title = `${text('title')}: ${survivor.name}`;
    const entries = blacklist.map(({ type, reason }) => [t(`codes.blacklistType.${type}`), reason ?? '']);
    const page = personPage({
      ...{ language, title, records, files, filesTitle: text('files') },
      facts: [
        [text('madeAt'), time],
        [text('madeBy'), actor.name || actor.username],
      ],
      further: [
        {
          title: t('resources.blacklist.title'),
          columns: ['type', 'reason'].map((name) => t(`resources.blacklist.fields.${name}`)),
          rows: entries,
        },
        {
          title: text('changes'),
          columns: ['time', 'user', 'event', 'record'].map((name) => text(name)),
          rows: changes.map((one) => [one.time, one.user, one.event, one.record]),
        },
      ],
    });
    const data = {
      ...{ member: survivor.id, time },
      records: Object.fromEntries(records.map(({ entity, rows }) => [entity, rows.map(({ values }) => values)])),
      blacklist: blacklist.map(({ type, reason }) => ({ type, reason: reason ?? '' })),
      changes,
      files: files.map(({ path, label }) => ({ path, label })),
    };
    const parts: ArchivePart[] = [
      { path: 'index.html', text: page },
      { path: 'data.json', text: JSON.stringify(data, null, 2) },
      ...files.map(({ path, file }) => ({ path, file })),
    ];
    return new Archive(`member-${survivor.id}-${time.slice(0, 10)}.zip`, parts);
  },
});
