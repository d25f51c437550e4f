import type { ServerModule } from '../../../framework/server/index.ts';
import { searchPlace } from './searchPlace.ts';

/** Finding places by their names. */
export const placesServer: ServerModule = { commands: [searchPlace] };
