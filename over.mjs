import chromium from '@sparticuz/chromium';
import { chromium as pw } from 'playwright-core';
import { createServer } from './bench/server.mjs';
const server=await createServer({}); await server.start();
const call=async(m,p,b)=>{const r=await fetch(server.url+p,{method:m,headers:{authorization:'Bearer '+server.adminToken,'content-type':'application/json'},body:b&&JSON.stringify(b)});return r.json()};
await call('POST','/projects/default/task-types/',{name:'Bad one',script_language:'python',script:'def run(params, reporter):\n    reporter.set_phase("Load")\n    reporter.step("read rows", lambda: 1)\n    raise ValueError("x")\n'});
const t=await call('POST','/external/v1/projects/default/tasks',{task_type_identifier:'bad-one',params:{}});
await new Promise(r=>setTimeout(r,4000));
const browser=await pw.launch({executablePath:await chromium.executablePath(),args:['--no-sandbox','--use-gl=angle','--use-angle=swiftshader'],headless:true});
const ctx=await browser.newContext({viewport:{width:390,height:844},locale:'en-GB'});
const page=await ctx.newPage();await page.goto((await call('POST','/auth/login-codes')).url);await page.waitForTimeout(2500);
for(const q of ['','?tab=timeline']){await page.goto(server.url+'/ui/p/default/runs/'+t.id+q);await page.waitForTimeout(2500);
console.log(q,await page.evaluate(()=>[document.documentElement.scrollWidth,...[...document.querySelectorAll('*')].filter(e=>e.getBoundingClientRect().right>391).map(e=>e.tagName+'.'+e.className+' '+Math.round(e.getBoundingClientRect().right)+' '+getComputedStyle(e).position).slice(0,25)]));}
await browser.close();await server.remove();process.exit(0);
