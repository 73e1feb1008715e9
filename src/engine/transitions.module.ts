import { Global, Module } from '@nestjs/common';
import { Transitions } from './transitions.js';

/** For every feature that changes tasks. It is no part of the engine's module, which imports such features. */
@Global()
@Module({ providers: [Transitions], exports: [Transitions] })
export class TransitionsModule {}
