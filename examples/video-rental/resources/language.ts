import { defineResource } from '../../../src/framework/model/index.ts';
import type { Language } from '../schemas/types.generated.ts';

export default defineResource<Language>({
  schema: 'language',
  menu: { group: 'catalogue', sort: 80, icon: 'TableRows' },
});
