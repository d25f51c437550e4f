import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { EntitySchema, PropertySchema, ResourceDeclaration } from 'forecourt/model';
import { refuse, type Database } from 'forecourt/server';
import { generatedTests, registerTests, type GeneratedTestOptions } from '../../packages/forecourt/generated/index.ts';
import { collect } from '../../packages/forecourt/generated/suite.ts';
import { formatsDue } from '../../packages/forecourt/generated/transfer.ts';
import { bill, job, jobs, place, ticket, workshop, workshopOptions, type Replaced } from '../workshop.ts';
import { dueToday } from '../turns.ts';

describe('of a correct application', () => generatedTests(workshop(), workshopOptions));

const without = (schema: EntitySchema, ...keywords: (keyof EntitySchema)[]): EntitySchema =>
  Object.fromEntries(
    Object.entries(schema).filter(([key]) => !keywords.includes(key as keyof EntitySchema)),
  ) as unknown as EntitySchema;

/** The job with one property said otherwise; what is undefined is not said at all. */
const saying = (name: string, changes: Partial<PropertySchema>): EntitySchema => ({
  ...job,
  properties: {
    ...job.properties,
    [name]: JSON.parse(JSON.stringify({ ...job.properties[name], ...changes })) as PropertySchema,
  },
});

const stepping = (transitions: NonNullable<EntitySchema['x-states']>['transitions']): EntitySchema => ({
  ...job,
  'x-states': { ...job['x-states']!, transitions },
});

const acting = (
  changes: (action: NonNullable<ResourceDeclaration['actions']>[number]) => object,
): ResourceDeclaration => ({
  ...jobs,
  actions: jobs.actions!.map((action) => ({ ...action, ...changes(action) })),
});

/** Whatever is said of a role, it takes nothing. */
async function forgetFieldRights(db: Database): Promise<void> {
  await sql`
    create or replace function "forgetFieldRights"() returns trigger language plpgsql as $$
    begin new."fieldRights" := null; return new; end $$
  `.execute(db);
  await sql`
    create or replace trigger "forgetFieldRights" before update on role for each row execute function "forgetFieldRights"()
  `.execute(db);
}

interface Fault {
  /** What the server does wrong. */
  readonly what: string;
  readonly served?: Replaced;
  readonly told?: GeneratedTestOptions;
  /** The tests that see it: the ends of their names. */
  readonly red: readonly string[];
}

const FAULTS: readonly Fault[] = [
  {
    what: 'asks for other permissions than it says',
    served: { jobs: { ...jobs, permission: { base: 'work', route: 'work-list' } } },
    red: [
      'job: the keys of its declaration open its calls, and no others do',
      'job: the role screen offers its permissions',
    ],
  },
  {
    what: 'opens more to who may edit than is edited',
    served: { jobs: { ...jobs, form: { groups: [{ key: 'main', fields: ['number', 'checked', 'minutes'] }] } } },
    red: ['job: the right to edit alone opens what the form edits, in record and history'],
  },
  {
    what: 'takes longer texts',
    served: { job: saying('number', { maxLength: 30 }) },
    red: ['that is almost valid is refused at its property, new or changed, and nothing changes'],
  },
  {
    what: 'lets anybody write what the system writes',
    served: { job: saying('checked', { readOnly: false }) },
    red: ['that only the system writes is refused at its property, and nothing changes'],
  },
  {
    what: 'stores a number twice',
    served: { job: saying('number', { 'x-unique': undefined }) },
    red: ['that another record has alone is refused, and nothing changes'],
  },
  {
    what: 'stores something else than was sent',
    served: {
      hooks: {
        beforeSave({ values }) {
          if (values['reason']) values['reason'] = `${String(values['reason']).slice(0, 50)}!`;
          return Promise.resolve();
        },
      },
    },
    red: [
      'that is valid comes back as it was sent, and as it was changed',
      ...formatsDue('job').map((format) => `of records that are gone makes equal ones (${format})`),
    ],
  },
  {
    what: 'keeps what its condition hides',
    served: { job: saying('urgency', { 'x-show': undefined }) },
    red: ['that is valid comes back as it was sent, and as it was changed'],
  },
  {
    what: 'shows every place to everybody',
    served: { job: without(job, 'x-scope') },
    red: [
      'a record of another scope > is in no list, and not in its number',
      'a record of another scope > is in no export (csv)',
      'a record of another scope > is in no export (xlsx)',
      'a record of another scope > is not found by any call that names it, and nothing changes',
    ],
  },
  {
    what: 'knows no places at all',
    served: { job: without(job, 'x-scope'), place: without(place, 'x-scope') },
    red: [
      'a record of another scope > is not reached by an import of its id, and nothing changes',
      'cannot be named by placeId, and nothing changes',
    ],
  },
  {
    what: 'lets a job name the ticket of another place',
    served: { ticket: without(ticket, 'x-scope') },
    red: ['cannot be named by ticketId, and nothing changes'],
  },
  {
    what: 'shows and takes costs whoever asks',
    served: { job: saying('cost', { 'x-access': undefined }) },
    red: [
      'is shown to its holders, and to nobody else in list, record, history or export',
      'is told to nobody else by order or filter',
      'is written by its holders, and refused at its place to anybody else, who changes nothing',
    ],
  },
  {
    what: 'leads a step elsewhere',
    served: {
      job: stepping(job['x-states']!.transitions.map((one) => (one.action === 'begin' ? { ...one, to: 3 } : one))),
    },
    red: ['leads where it is said to, from wherever it may begin, and keeps what it asks for'],
  },
  {
    what: 'begins a step anywhere, for everybody who may edit, with nothing said',
    served: {
      job: stepping(job['x-states']!.transitions.map((one) => ({ ...one, from: [1, 2, 3, 4] }))),
      jobs: acting(() => ({ permission: 'edit', when: undefined, require: undefined })),
    },
    red: [
      'is refused at what it requires and did not get, and nothing changes',
      'is refused from any other state, and nothing changes',
      'is refused without its permission, and nothing changes',
    ],
  },
  {
    what: 'lets intervals overlap',
    served: { job: without(job, 'x-exclude') },
    red: ['that overlaps another of its key is refused, new or changed, and nothing changes'],
  },
  {
    what: 'keeps a day free between intervals',
    served: {
      hooks: {
        async beforeSave({ values }, { db }) {
          const { rows } = await sql`
            select 1 from job where bench = ${values['bench']} and "toDay" = ${values['fromDay']}
          `.execute(db);
          if (rows.length > 0) throw refuse('msg.stateChanged');
        },
      },
    },
    red: ['that begins when another ends stands beside it'],
  },
  {
    what: 'computes with the wrong figure',
    served: { minutes: '61' },
    red: ['is what the application says it is'],
  },
  {
    what: 'computes something else each time',
    served: { minutes: '60 + (random() * 100000)::int' },
    red: ['is the same in list, record and export, and of its type', 'sorts as it is shown'],
  },
  {
    what: 'masks nothing',
    served: { job: saying('phone', { 'x-mask': undefined }) },
    red: [
      'are in no answer of any resource for who may not see them (1 of 1)',
      'are in no list, choice, export, template, record or history for others',
      'are not found by a part that the mask hides, in list, choices or export',
      'do not show in the order of a list',
      'stay when they come back as they were shown, and are in no answer to that',
    ],
  },
  {
    what: 'shows a telephone number to nobody',
    served: { job: saying('phone', { writeOnly: true }) },
    red: ['are there to be seen by who may see details'],
  },
  {
    what: 'lets lines be changed whatever their record says',
    served: {
      bill: {
        ...bill,
        properties: {
          ...bill.properties,
          lines: { type: 'array', 'x-many': { resource: 'billLine', field: 'billId', free: true } },
        },
      },
    },
    red: [
      'is not added, changed or deleted while its record is locked',
      'is not added, changed or deleted without the right to edit its record',
    ],
  },
  {
    what: 'shows rows outside their rules',
    served: { job: without(job, 'x-rows') },
    red: [
      'a row outside its rules > is not found by the palette',
      'a row outside its rules > is counted by no report',
      'a row outside its rules > is counted by no figure',
      'a row outside its rules > is in no list below a record that it names',
      'a row outside its rules > is in no list, and not in its number',
      'a row outside its rules > is in no export (csv)',
      'a row outside its rules > is in no export (xlsx)',
      'a row outside its rules > is not reached by an import of its id, and nothing changes',
      'a row outside its rules > is not made, and no row is put outside',
      'a row outside its rules > is not named by what tells of changes',
      // Last: it deletes the row.
      'a row outside its rules > is not found by any call that names it, and nothing changes',
    ],
  },
  {
    what: 'lifts a rule by another right',
    served: { job: { ...job, 'x-rows': { small: { ...job['x-rows']!['small'], except: 'seeMore' } } } },
    red: ['a row outside its rules > is there for who holds the rights that lift them'],
  },
  {
    what: 'forgets what a role takes of properties',
    served: { module: { afterTables: forgetFieldRights } },
    red: [1, 2, 3, 4].map((round) => `is in no answer, order, number or change (${round} of 4)`),
  },
  {
    what: 'needs no help that is told',
    told: { ...workshopOptions, fit: { place: { why: 'nothing', fit: (record) => record } } },
    red: ['that is said to need help does: without it valid data is refused'],
  },
];

/** Tests of the resource that the faults are planted in, and those of the whole. */
const ABOUT_JOBS = / > job( >|:)| > a line > | > that is said|^every resource > masked values/;
/** No declaration makes a refusal tell what is stored, or an import change what it reads: no fault can be planted there from outside. */
const NOT_PLANTED = [
  'are in no refusal',
  ...formatsDue('job').map((format) => `is imported without an error and changes nothing (${format})`),
];

describe('the generated tests see a server that', () => {
  it.each(dueToday(FAULTS, 3))('$what', async ({ served, told = workshopOptions, red }) => {
    const { tests, close } = collect((suite) => registerTests(suite, workshop(), told, workshop(served)));
    try {
      const green: string[] = [];
      for (const end of red) {
        const test = tests.find(({ name }) => name.endsWith(end) && ABOUT_JOBS.test(name));
        if (!test) throw new Error(`there is no test "${end}"`);
        const isGreen = await test.run().then(
          () => true,
          () => false,
        );
        if (isGreen) green.push(test.name);
      }
      expect(green).toEqual([]);
    } finally {
      await close();
    }
  });

  it('does anything wrong that they look for: none of them cannot fail', () => {
    const { tests } = collect((suite) => registerTests(suite, workshop(), workshopOptions));
    const names = tests.map(({ name }) => name).filter((name) => ABOUT_JOBS.test(name));
    // That these are red is seen on the days of their faults.
    const red = [...FAULTS.flatMap((fault) => fault.red), ...NOT_PLANTED];
    const never = names.filter((name) => !red.some((end) => name.endsWith(end)));
    expect(never).toEqual([]);
  });
});
