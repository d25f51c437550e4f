import { defineResource } from 'forecourt/model';
import type { FilmCopy } from '../schemas/types.generated.ts';

export default defineResource<FilmCopy>({
  schema: 'filmCopy',
  menu: { group: 'catalogue', sort: 50, icon: 'TableRows' },
});
