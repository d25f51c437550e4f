import { defineModule } from '../database.ts';
import { searchPlace } from './searchPlace.ts';

/** Finding places by their names. */
export const placesServer = defineModule({ commands: [searchPlace] });
