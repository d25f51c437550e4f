import { defineResource } from '../../../src/framework/model/index.ts';
import type { Review } from '../schemas/types.generated.ts';

export default defineResource<Review>({ schema: 'review', menu: { group: 'catalogue', sort: 90, icon: 'TableRows' } });
