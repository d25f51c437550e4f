import { defineResource } from '../../../src/framework/model/index.ts';
import type { Actor } from '../schemas/types.generated.ts';

export default defineResource<Actor>({ schema: 'actor', menu: { group: 'catalogue', sort: 60, icon: 'TableRows' } });
