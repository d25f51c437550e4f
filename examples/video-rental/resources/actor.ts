import { defineResource } from 'forecourt/model';
import type { Actor } from '../schemas/types.generated.ts';

export default defineResource<Actor>({ schema: 'actor', menu: { group: 'catalogue', sort: 60, icon: 'TableRows' } });
