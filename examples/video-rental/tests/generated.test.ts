import { generatedTests } from '../../../tests/generated/index.ts';
import { application } from '../src/application.ts';

generatedTests(application, { days: 2 });
