import { defineResource } from 'forecourt/model';
import type { Language } from '../schemas/types.generated.ts';

export default defineResource<Language>({
  schema: 'language',
  menu: { group: 'catalogue', sort: 80, icon: 'TableRows' },
});
