import { useCallback, useRef, useState } from 'react';
import { useDataProvider, useTranslate, type RaRecord } from 'react-admin';
import { useQueryClient } from '@tanstack/react-query';
import type { Resource } from '../../model/index.ts';
import { refusalOf } from '../providers/refusal.ts';

interface FailedRow {
  readonly record: RaRecord;
  readonly message: string;
}

export interface BulkRun {
  readonly running: boolean;
  readonly done: number;
  readonly total: number;
  readonly failed: readonly FailedRow[];
  /** It came to its end, or was stopped. */
  readonly ended: boolean;
}

const IDLE: BulkRun = { running: false, done: 0, total: 0, failed: [], ended: false };

/** The message of the changed field where the refusal names one, else of the whole. */
function reasonOf(error: unknown, field: string): string {
  const { message, errors } = refusalOf(error);
  return errors[field] ?? message;
}

/**
 * Saves one value into several records, one generic save after the other with the `updateTime` of each. A record that
 * somebody else changed meanwhile is refused and listed. The others are saved.
 */
export function useBulkEdit(model: Resource): {
  readonly run: BulkRun;
  start(records: readonly RaRecord[], field: string, value: unknown): Promise<readonly FailedRow[]>;
  stop(): void;
  reset(): void;
} {
  const provider = useDataProvider();
  const queries = useQueryClient();
  const translate = useTranslate();
  const [run, setRun] = useState<BulkRun>(IDLE);
  const stopped = useRef(false);

  const start = useCallback(
    async (records: readonly RaRecord[], field: string, value: unknown) => {
      stopped.current = false;
      const failed: FailedRow[] = [];
      let done = 0;
      setRun({ ...IDLE, running: true, total: records.length });
      for (const record of records) {
        if (stopped.current) break;
        const data = { id: record.id, updateTime: record['updateTime'] as unknown, [field]: value };
        try {
          await provider.update(model.name, { id: record.id, data, previousData: record });
        } catch (error) {
          const reason = reasonOf(error, field);
          failed.push({ record, message: translate(reason, { _: reason }) });
        }
        done++;
        setRun({ running: true, done, total: records.length, failed: [...failed], ended: false });
      }
      await queries.invalidateQueries({ queryKey: [model.name], refetchType: 'active' });
      setRun({ running: false, done, total: records.length, failed, ended: true });
      return failed;
    },
    [provider, queries, model.name, translate],
  );
  return { run, start, stop: () => (stopped.current = true), reset: () => setRun(IDLE) };
}
