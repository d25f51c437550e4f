import { defineResource } from 'forecourt/model';
import type { Staff } from '../schemas/types.generated.ts';

export default defineResource<Staff>({ schema: 'staff', menu: { group: 'people', sort: 110, icon: 'TableRows' } });
