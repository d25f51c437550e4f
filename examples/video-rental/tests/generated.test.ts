import { generatedTests } from 'forecourt/generated';
import { application } from '../src/application.ts';

generatedTests(application, { days: 2 });
