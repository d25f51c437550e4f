import type { Finding } from '../application/readApplication.ts';

export type Level = Finding['level'];

/** Takes down a finding at a place of a file; `line` where the file is no JSON, whose lines the pointer tells. */
export type ReportAt = (level: Level, file: string, pointer: string, message: string, line?: number) => void;
