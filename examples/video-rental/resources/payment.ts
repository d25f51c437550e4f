import { defineResource } from 'forecourt/model';
import type { Payment } from '../schemas/types.generated.ts';

export default defineResource<Payment>({ schema: 'payment', menu: { group: 'rental', sort: 30, icon: 'TableRows' } });
