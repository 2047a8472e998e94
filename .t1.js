const t=Date.now(); 
const {getRequestHelperFunctions:g}=require('n8n-core/dist/execution-engine/node-execution-context/utils/request-helper-functions'); 
console.log(Date.now()-t);
const http=require('http');
const s=http.createServer((q,r)=>{ if(q.url=='/slow') return; r.setHeader('content-type','text/plain'); r.end('{"a":1}')}).listen(0,async()=>{
const h=g(undefined,{name:'x'},{}); 
try{ console.log(await h.httpRequest({url:`http://127.0.0.1:${s.address().port}/`,returnFullResponse:true,ignoreHttpStatusErrors:true,disableFollowRedirect:true,method:'GET'})); }catch(e){console.log(e)}
try{ console.log(await h.httpRequest({url:`http://127.0.0.1:${s.address().port}/slow`,returnFullResponse:true,ignoreHttpStatusErrors:true,disableFollowRedirect:true,method:'GET',abortSignal:AbortSignal.timeout(300)})); }catch(e){console.log(e.code,e.message)}
try{ console.log(await h.httpRequest({url:`http://127.0.0.1:1/slow`,returnFullResponse:true})); }catch(e){console.log(e.code,e.message)}
console.log(Date.now()-t);s.close(); s.closeAllConnections();
});
