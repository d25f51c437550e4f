import { codes } from '../../../resources/codes.ts';
import { ID, INTEGER, STRING, list, object, orNull, typed, type Typed, type TypeOf } from 'forecourt/calls';
import { FEE_ITEMS, MOST_BAHT, type FeeSource } from '../rules/index.ts';

type Codes = typeof codes;

/** A code of a table. */
export const code = <Table extends keyof Codes>(table: Table): Typed<Codes[Table][number]['code']> =>
  typed({ enum: codes[table].map((each) => each.code) });

/** Money as a call takes it: baht with at most two decimals, and not more than any field of money holds (D-GEN-07). */
export const BAHT = { type: 'number', minimum: 0, maximum: MOST_BAHT, multipleOf: 0.01 } as const;
/** Nothing, too. */
export const BAHT_OR_NULL = { ...BAHT, type: ['number', 'null'] } as const;
/** More than nothing. */
export const SOME_BAHT = { type: 'number', exclusiveMinimum: 0, maximum: MOST_BAHT, multipleOf: 0.01 } as const;

/** Wall-clock text of this century; anything longer would only ask for enormous calendars. */
const TIME_PATTERN = '^20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}(:[0-9]{2})?$';
export const TIME = { type: 'string', pattern: TIME_PATTERN } as const;
/** A day of this century. */
export const DATE = { type: 'string', pattern: '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$' } as const;
export const TIME_OR_EMPTY = { type: 'string', pattern: `^$|${TIME_PATTERN}` } as const;

/** The version that the caller has seen; another one is refused with 409 (D-API-05). */
export const UPDATE_TIME = { type: 'string', maxLength: 30 } as const;

export const REMARK = { type: 'string', maxLength: 500 } as const;
/** One that says something. */
export const REASON = { ...REMARK, minLength: 1, pattern: '\\S' } as const;

/** A model at a store, by their ids and names. */
export const STORE_AND_MODEL = { storeId: ID, storeName: STRING, subModelId: ID, subModelName: STRING } as const;

/** A problem as calls answer it: the code for programs, the text for people, the field for forms. */
export const NOTICE = object({ code: STRING, message: STRING, field: orNull(STRING) });
export const NOTICES = list(NOTICE);
export type Notice = TypeOf<typeof NOTICE>;

export const FEE_ITEM = { enum: FEE_ITEMS } as const;
export const FEE_SOURCE = typed<FeeSource>({
  enum: ['booking', 'renewal', 'overrun', 'manual', 'penalty', 'deduction'],
});

/** What happened to one record, newest first: `module.action` of the call, or the event of a note. */
export const HISTORY = list(
  object({
    id: INTEGER,
    time: STRING,
    userId: orNull(INTEGER),
    userName: STRING,
    event: STRING,
    changes: list(
      object(
        { field: STRING, before: {}, after: {} },
        // Of a relation: what the records are called.
        { titles: object({}, { before: STRING, after: STRING }) },
      ),
    ),
    detail: typed<Readonly<Record<string, unknown>> | null>({ type: ['object', 'null'] }),
  }),
);

export type LogEntry = TypeOf<typeof HISTORY>[number];
