import { application } from './application.ts';
import { main } from './framework/server/index.ts';

await main(application, import.meta.url);
