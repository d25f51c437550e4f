import { application } from './application.ts';
import { main } from 'forecourt/server';

await main(application, import.meta.url);
