import { defineResource } from 'forecourt/model';
import type { Customer } from '../schemas/types.generated.ts';

export default defineResource<Customer>({
  schema: 'customer',
  menu: { group: 'people', sort: 100, icon: 'TableRows' },
});
