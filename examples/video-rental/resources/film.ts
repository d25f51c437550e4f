import { defineResource } from '../../../src/framework/model/index.ts';
import type { Film } from '../schemas/types.generated.ts';

export default defineResource<Film>({ schema: 'film', menu: { group: 'catalogue', sort: 40, icon: 'TableRows' } });
