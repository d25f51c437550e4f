import path from 'node:path';
import type { Application } from 'forecourt/server';
import { generatedTests } from '../../packages/forecourt/generated/index.ts';
import { writeLargeApplication } from '../scale/largeApplication.ts';

/** As many as a large company's back office has. */
const SCHEMAS = Number(process.env['SCHEMAS'] ?? 200);

const folder = await writeLargeApplication(SCHEMAS);
const { application } = (await import(path.join(folder, 'src/application.ts'))) as { application: Application };

generatedTests(application);
