import { sql } from 'kysely';
import { refuseFields, uploadedFiles } from 'forecourt/server';
import { TASK_PLAIN, type DamageMark, type TaskForm } from '../../calls/index.ts';
import { LISTED, VEHICLE, plateProblems } from '../../rules/index.ts';
import type { Problem, TaskInput } from '../../rules/index.ts';
import { statesSql } from '../database.ts';
import type { RentalContext, RentalDatabase, RowOf, VehicleRow } from '../database.ts';
import { codeForm } from '../facts/index.ts';
import { requireNone } from '../problems.ts';
import { instantOf } from '../times.ts';
import { marksLeftBy } from './damage.ts';
import type { HandoverNames } from './named.ts';

const PICTURE = { mimeType: 'image/', refusal: 'msg.upload.notImage' };
/** What each field shows, and what is said of a file that is something else. */
const MEDIA = {
  idPhotos: PICTURE,
  licencePhotos: PICTURE,
  mileagePhoto: PICTURE,
  frontPhoto: PICTURE,
  video: { mimeType: 'video/', refusal: 'rental.handover.notVideo' },
  attachments: { mimeType: '', refusal: 'msg.upload.badType' },
  damagePhotos: PICTURE,
  damages: PICTURE,
} as const;
/** A car goes out or comes back, at either end of a rental or where it is changed for another. */
type TaskType = RowOf<'orderTask'>['type'];

type MediaField = keyof typeof MEDIA;
const MEDIA_FIELDS = Object.keys(MEDIA) as MediaField[];

/** Whether a form says its car by the plate alone: what is wrong with the car is then wrong with the plate. */
const saysPlate = (form: TaskForm): boolean => form.carId === undefined && form.plate !== undefined;

/** Problems at the field that the form has for them. */
export const problemsOf = (form: TaskForm, problems: readonly Problem[]): readonly Problem[] =>
  saysPlate(form) ? problems.map((each) => (each.field === 'carId' ? { ...each, field: 'plate' } : each)) : problems;

const fleet = statesSql(VEHICLE.pending, ...LISTED);

/**
 * The form with the id of its car, which it may name by the plate, by the id or by both (O7, O11). Refuses a plate that no
 * car of the fleet has, and one of another car than the id.
 */
export async function withCar<F extends TaskForm>(context: RentalContext, form: F): Promise<F> {
  const plate = form.plate?.trim() ?? '';
  if (plate === '') return form;
  const wanted = codeForm(sql`${plate}::text`);
  // A plate may be given again once its car has left the fleet, or has another. Until then a car is found by what it had before, too (D-CAR-17).
  const { rows } = await sql<{ id: number }>`
    (select id, null::timestamptz as until from vehicle where ${codeForm(sql`plate`)} = ${wanted} and status in (${fleet}))
    union all (select v.id, p."validUntil" from "carPlate" p join vehicle v on v.id = p."carId"
      where ${codeForm(sql`p.plate`)} = ${wanted} and v.status in (${fleet}))
    order by until desc nulls first limit 1
  `.execute(context.db);
  const [car] = rows;
  requireNone(plateProblems(form.carId, car?.id ?? null), context);
  return { ...form, carId: car!.id };
}

export const taskOf = (form: TaskForm, timeZone: string): TaskInput => ({
  carId: form.carId ?? null,
  time: form.time ? instantOf(form.time, timeZone, 'time') : null,
  mileage: form.mileage ?? null,
  mileageConfirmed: form.mileageConfirmed === 1,
  oil: form.oil ?? null,
});

const namesIn = (form: TaskForm, field: MediaField): readonly string[] =>
  (field === 'damages' ? (form.damages ?? []).map(({ photo }) => photo ?? '') : [form[field] ?? []].flat()).filter(
    Boolean,
  );

/** Refuses names behind which there is no uploaded file of the kind that the field shows: evidence that nobody can see is none. */
async function requireMedia({ db, actor }: RentalContext, form: TaskForm): Promise<void> {
  const files = await uploadedFiles(
    db,
    MEDIA_FIELDS.flatMap((field) => namesIn(form, field)),
  );
  const wrong = MEDIA_FIELDS.filter((field) =>
    namesIn(form, field).some((name) => {
      const file = files.get(name);
      if (!file?.mimeType.startsWith(MEDIA[field].mimeType)) return true;
      // Who read its name somewhere does not get to see it here.
      return file.private && file.userId !== actor.id;
    }),
  );
  if (wrong.length > 0) throw refuseFields(Object.fromEntries(wrong.map((field) => [field, MEDIA[field].refusal])));
}

/** Stores the task of a step that the guards let through, with the marks of its car; refuses photos and videos that are none. */
export async function keepTask(
  context: RentalContext,
  type: TaskType,
  form: TaskForm,
  time: Date,
  {
    marks,
    ...facts
  }: {
    /** Those that the car had until now. */
    readonly marks: readonly DamageMark[];
    readonly previousMileage: number | null;
    readonly previousStoreId: number;
    readonly storeId: number;
    readonly named: HandoverNames;
    readonly replacedFeeIds?: readonly number[];
    readonly charges?: RowOf<'orderTask'>['charges'];
    readonly unread?: string;
  },
): Promise<void> {
  await requireMedia(context, form);
  const { id, time: _wireTime, ...plain } = form;
  const known = Object.fromEntries(
    TASK_PLAIN.filter((name) => plain[name] !== undefined).map((name) => [name, plain[name]]),
  );
  await context.write.insert('orderTask', {
    ...known,
    ...facts,
    damages: marksLeftBy(marks, form),
    orderId: id,
    type,
    time,
    voided: 0,
    operatorId: context.actor.id,
  });
}

/** The last task of some kinds that was not rejected. */
const lastTask = (
  db: RentalDatabase,
  orderId: number,
  types: readonly TaskType[],
): Promise<RowOf<'orderTask'> | undefined> =>
  db
    .selectFrom('orderTask')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('type', 'in', types)
    .where('voided', '=', 0)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The task of a kind that counts. */
export const liveTask = (db: RentalDatabase, orderId: number, type: TaskType) => lastTask(db, orderId, [type]);

/** The handover with which the order got the car that it has: the pickup, or the last change of car (O26). */
export const outTask = (db: RentalDatabase, orderId: number) => lastTask(db, orderId, ['pickup', 'changeout']);

/** The car of a step, locked. Orders reach cars that stand outside the actor's stores; who sees the order may hand it over. */
export const lockCar = (db: RentalDatabase, carId: number): Promise<VehicleRow | undefined> =>
  db.selectFrom('vehicle').selectAll().where('id', '=', carId).forUpdate().executeTakeFirst();

/** Mileage of the car without this task; one that was corrected since stays. */
export const mileageBefore = (
  task: Pick<RowOf<'orderTask'>, 'mileage' | 'previousMileage'>,
  car: Pick<VehicleRow, 'mileage'>,
): number | null => (car.mileage === task.mileage ? (task.previousMileage ?? car.mileage) : car.mileage);
