import { defineModule } from '../database.ts';
import { changeCar, changeCarQuote } from './changeCar.ts';
import { endWithoutCar } from './endWithoutCar.ts';

/** An order that goes on with another car. */
export const carChangeServer = defineModule({ commands: [changeCar, changeCarQuote, endWithoutCar] });
