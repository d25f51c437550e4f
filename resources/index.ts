import type { ResourceDeclaration } from '../src/framework/model/index.ts';
import blacklist from './blacklist.ts';
import brand from './brand.ts';
import carType from './carType.ts';
import city from './city.ts';
import deliveryFee from './deliveryFee.ts';
import holiday from './holiday.ts';
import institution from './institution.ts';
import loginLog from './loginLog.ts';
import member from './member.ts';
import menu from './menu.ts';
import model from './model.ts';
import operationLog from './operationLog.ts';
import order from './order.ts';
import price from './price.ts';
import refund from './refund.ts';
import role from './role.ts';
import store from './store.ts';
import subModel from './subModel.ts';
import supplier from './supplier.ts';
import user from './user.ts';
import vehicle from './vehicle.ts';

/** Every declared resource. A new one is added here; a schema without a declaration gets an inferred one. */
export const resources = [
  blacklist,
  brand,
  carType,
  city,
  deliveryFee,
  holiday,
  institution,
  loginLog,
  member,
  menu,
  model,
  operationLog,
  order,
  price,
  refund,
  role,
  store,
  subModel,
  supplier,
  user,
  vehicle,
] as const satisfies readonly ResourceDeclaration<never>[];
