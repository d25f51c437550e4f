import type { Served } from './processes.ts';
import { measureEach, type RequestCase, type RequestFigures } from './requestRun.ts';

/** Whole pages: each is some twenty statements, three at a time. */
const CASES: readonly RequestCase[] = [
  { name: 'workplace: all figures', limit: 600, request: () => ({ method: 'GET', path: '/api/dashboard/workplace' }) },
  { name: 'analysis: all figures', limit: 900, request: () => ({ method: 'GET', path: '/api/dashboard/analysis' }) },
];

/** The pages of figures over all loaded orders and cars, at one connection. */
export const measureDashboards = (served: Served, token: string): Promise<readonly RequestFigures[]> =>
  measureEach(CASES, served, token, '"sections":[]');
