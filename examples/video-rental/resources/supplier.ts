import { defineResource } from 'forecourt/model';
import type { Supplier } from '../schemas/types.generated.ts';

export default defineResource<Supplier>({
  schema: 'supplier',
  menu: { group: 'buying', sort: 120, icon: 'TableRows' },
});
