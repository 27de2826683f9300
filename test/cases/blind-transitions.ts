import type { Case } from './case.ts';

export const blindTransitions: readonly Case[] = [
  {
    name: 'reported: Mongoose sets a status with no word of the old one, and increments before any claim',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import mongoose from 'mongoose';
const Order = mongoose.model('Order', new mongoose.Schema({ ref: String, status: String, total: Number }));
const p = new Stripe('x');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  await Order.findOneAndUpdate({ ref: 'x' }, { status: 'paid' });
  await Order.updateOne({ ref: 'x' }, { $set: { status: 'paid' } });
  await Order.findByIdAndUpdate('x', { $inc: { 'wallet.balance': 5 } });
  return res.sendStatus(200);
});
`,
    },
    reports: [
      'a.ts:9 require-guarded-transition',
      'a.ts:10 require-guarded-transition',
      'a.ts:11 no-effect-before-claim',
    ],
  },
  {
    name: 'reported: a loaded row gets a new status and is saved back',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { DataSource, Entity, PrimaryColumn, Column } from 'typeorm';
@Entity() export class Order { @PrimaryColumn() id!: string; @Column() status!: string; @Column() credits!: number; }
const ds = new DataSource({ type: 'postgres', entities: [Order] });
const p = new Stripe('x');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const repo = ds.getRepository(Order);
  const order = await repo.findOneBy({ id: (event.data.object as any).id });
  if (!order) return res.sendStatus(404);
  order.status = 'paid';
  await repo.save(order);
  return res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:14 require-guarded-transition'],
  },
  {
    name: 'reported: a TypeORM repository updates, increments and saves copies without a guard',
    files: {
      'a.ts': `import { Controller, Post, Req, Headers } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Entity, PrimaryColumn, Column, Repository } from 'typeorm';
import Stripe from 'stripe';
@Entity() export class Order { @PrimaryColumn() id!: string; @Column() status!: string; @Column() credits!: number; }
const stripe = new Stripe('x');
@Controller() export class C {
  constructor(@InjectRepository(Order) private orders: Repository<Order>) {}
  @Post('/webhooks/stripe') async hook(@Req() req: any, @Headers('stripe-signature') sig: string) {
    const event = stripe.webhooks.constructEvent(req.rawBody, sig, 'wh');
    await this.orders.update({ id: 'o' }, { status: 'paid' });
    await this.orders.increment({ id: 'o' }, 'credits', 5);
    const o = await this.orders.findOneByOrFail({ id: 'p' });
    await this.orders.save({ ...o, status: 'done' });
    await this.orders.save(Object.assign(o, { status: 'x' }));
  }
}
`,
    },
    reports: [
      'a.ts:11 require-guarded-transition',
      'a.ts:12 no-effect-before-claim',
      'a.ts:14 require-guarded-transition',
      'a.ts:15 require-guarded-transition',
    ],
  },
  {
    name: 'reported: save() writes the status of a document that was only asked whether it exists',
    files: {
      'order.ts': `import { Schema, model } from 'mongoose';
export const Order = model('Order', new Schema({ ref: String, status: String, total: Number }));
`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { Order } from './order';
const p = new Stripe('x');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const order = await Order.findOne({ ref: (event.data.object as any).id });
  if (!order) return res.sendStatus(200);
  order.status = 'paid';
  await order.save();
  return res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:11 require-guarded-transition'],
  },
  {
    name: 'reported: save() writes the status of a document found by reference',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import mongoose from 'mongoose';
const Order = mongoose.model('Order', new mongoose.Schema({ ref: String, status: String, total: Number }));
const p = new Stripe('x');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  const order = await Order.findOne({ ref: event.data.object.id });
  order.status = 'paid';
  await order.save();
  return res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:11 require-guarded-transition'],
  },
  {
    name: 'reported: save() writes the status of a document found by id',
    files: {
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import mongoose from 'mongoose';
const Order = mongoose.model('Order', new mongoose.Schema({ ref: String, status: String, total: Number }));
const p = new Stripe('x');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  const order = await Order.findById(event.data.object.id);
  order!.status = 'paid';
  await order!.save();
  return res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:11 require-guarded-transition'],
  },
  {
    name: 'reported: Sequelize saves and updates loaded rows with a new status',
    files: {
      'a.js': `const express = require('express');
const { Sequelize, DataTypes } = require('sequelize');
const p = require('stripe')('x');
const s = new Sequelize('x');
const Order = s.define('Order', { status: DataTypes.STRING });
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature'], 'wh');
  const order = await Order.findOne({ where: { ref: event.data.object.id } });
  order.status = 'paid';
  await order.save();
  const o2 = await Order.findByPk('x');
  await o2.update({ status: 'x' });
  return res.sendStatus(200);
});
`,
      'package.json': '{ "name": "app" }',
    },
    reports: ['a.js:11 require-guarded-transition', 'a.js:13 require-guarded-transition'],
  },
  {
    name: 'reported: an unverified webhook sets the status by id and mails',
    files: {
      'a.ts': `import express from 'express';
import { PrismaClient } from '@prisma/client';
import nodemailer from 'nodemailer';
const prisma = new PrismaClient(); const mail = nodemailer.createTransport({});
const app = express();
app.use(express.json());
app.post('/api/webhooks/payments', async (req, res) => {
  const { orderId } = req.body;
  await prisma.order.update({ where: { id: orderId }, data: { status: 'paid' } });
  await mail.sendMail({ to: 'q' });
  return res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:9 require-guarded-transition', 'a.ts:10 no-effect-before-claim'],
  },
  {
    name: 'reported: Prisma sets the status by id and the mail follows without a claim',
    files: {
      'src/a.ts': `import express from 'express';
import { PrismaClient } from '@prisma/client';
import nodemailer from 'nodemailer';
const tw = nodemailer.createTransport();
const p = new PrismaClient();
const app = express();
app.post('/webhooks/mollie', async (req, res) => {
  await p.order.update({ where: { id: 1 }, data: { status: 'paid' } });
  await tw.sendMail({ to: 'a', from: 'b', body: 'c' });
  res.send('ok');
});
`,
    },
    reports: ['src/a.ts:8 require-guarded-transition', 'src/a.ts:9 no-effect-before-claim'],
  },
  {
    name: 'reported: the status of a loaded document is read, then saved back, and credits follow',
    files: {
      'order.ts': `import { Schema, model } from 'mongoose';
export const Order = model('Order', new Schema({ ref: String, status: String, total: Number }));
export const User = model('User', new Schema({ credits: Number }));
`,
      'a.ts': `import express from 'express';
import Stripe from 'stripe';
import { Order, User } from './order';
const p = new Stripe('x');
const app = express();
app.post('/webhooks/stripe', express.raw({ type: '*/*' }), async (req, res) => {
  const event = p.webhooks.constructEvent(req.body, req.headers['stripe-signature']!, 'wh');
  const order = await Order.findOne({ ref: (event.data.object as any).id });
  if (!order || order.status === 'paid') return res.sendStatus(200);
  order.status = 'paid';
  await order.save();
  const user = await User.findById('u');
  user!.credits! += order.total!;
  await user!.save();
  return res.sendStatus(200);
});
`,
    },
    reports: ['a.ts:8 no-check-then-act', 'a.ts:11 require-guarded-transition', 'a.ts:14 no-effect-before-claim'],
  },
];
