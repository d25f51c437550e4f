import { defineResource } from 'forecourt/model';
import type { Review } from '../schemas/types.generated.ts';

export default defineResource<Review>({ schema: 'review', menu: { group: 'catalogue', sort: 90, icon: 'TableRows' } });
