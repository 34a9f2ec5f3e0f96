#include "simt/native/native_store.h"

#include <unistd.h>

#include <exception>

#include "simt/compile/deep_stack.h"

namespace warpwise::simt {
namespace {

constexpr std::size_t kMostKept = 64;  // programs; of each, its code takes some tens of kilobytes

// All that the code depends on, as bytes.
std::string content_of(const NativeSource& source, Isa isa, int flavour) {
    std::string out;
    const auto add = [&](const auto& value) { out.append(reinterpret_cast<const char*>(&value), sizeof value); };
    add(isa);
    add(flavour);
    add(source.entry);
    add(source.checks_each_access);
    add(source.counts_lines);
    out.append(source.constants.begin(), source.constants.end());
    for (const NativeSource::Function& function : source.functions) {
        add(function.code.size());
        for (const Instruction& in : function.code) add(in);
        add(function.switches.size());
        for (const SwitchTable& table : function.switches) {
            add(table.cases.size());
            for (const auto& [value, target] : table.cases) {
                add(value);
                add(target);
            }
        }
        for (const std::size_t count : {function.calls.size(), function.results.size(), function.parameters.size()}) add(count);
        for (const CallSite& site : function.calls) {
            add(site.callee);
            add(site.arguments.size());
            add(site.results.size());
            for (const Operand argument : site.arguments) add(argument);
            for (const CallSite::Destination& result : site.results) add(result.slot);
        }
        for (const ReturnValue& result : function.results) add(result.operand);
        for (const Parameter& parameter : function.parameters) {
            add(parameter.slot);
            add(parameter.wide);
            add(parameter.by_value_bytes);
        }
        add(function.frame_bytes);
        for (const std::uint32_t each : function.statements) add(each);
        for (const std::uint32_t each : function.argument_copies) add(each);
    }
    return out;
}

}  // namespace

NativeStore::~NativeStore() {
    if (process_ != getpid() && worker_.joinable()) worker_.detach();  // a fork has no such thread to wait for
}

std::shared_ptr<const NativeCode> NativeStore::code_of(NativeSource source, const NativeHelpers& helpers, Isa isa, int flavour,
                                                       bool waits) {
    return find(std::move(source), helpers, isa, flavour, waits ? Want::now : Want::later);
}

std::shared_ptr<const NativeCode> NativeStore::kept_code_of(NativeSource source, const NativeHelpers& helpers, Isa isa,
                                                            int flavour) {
    return find(std::move(source), helpers, isa, flavour, Want::if_kept);
}

std::shared_ptr<const NativeCode> NativeStore::find(NativeSource source, const NativeHelpers& helpers, Isa isa, int flavour,
                                                    Want want) {
    const std::string content = content_of(source, isa, flavour);
    std::unique_lock lock(mutex_);
    std::shared_ptr<NativeCode> code;
    if (const auto found = kept_.find(content); found != kept_.end()) {
        code = found->second.code;
        order_.splice(order_.begin(), order_, found->second.place);
    } else {
        std::string key = cache_ ? cache_key(content) : std::string();
        if (want == Want::if_kept && (!cache_ || !cache_->has(key))) return nullptr;
        code = std::make_shared<NativeCode>();
        order_.push_front(content);
        kept_.emplace(content, Kept{code, order_.begin()});
        if (kept_.size() > kMostKept) {
            kept_.erase(order_.back());
            order_.pop_back();
        }
        jobs_.push_back({code, std::move(source), helpers, isa, std::move(key)});
        ++open_jobs_;
        if (!worker_.joinable()) process_ = getpid();
        if (!worker_.joinable()) worker_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
        changed_.notify_all();
    }
    if (want == Want::now) changed_.wait(lock, [&] { return code->done_.load(); });
    return code;
}

// Null: it cannot be made.
std::shared_ptr<const NativeProgram> NativeStore::make(const Job& job) {
    if (cache_)
        if (const auto object = cache_->load(job.key))
            if (auto linked = NativeProgram::link(*object, job.source, job.helpers, job.isa)) return std::move(*linked);
    // Launches with and without counters differ in their helpers alone, and one often follows the other.
    std::string content = content_of(job.source, job.isa, -1);
    if (content != recent_content_) {
        auto object = NativeProgram::object_of(job.source, job.isa);
        if (!object) return nullptr;
        recent_object_ = std::move(*object);
        recent_content_ = std::move(content);
    }
    auto linked = NativeProgram::link(recent_object_, job.source, job.helpers, job.isa);
    if (!linked) return nullptr;
    if (cache_) cache_->keep(job.key, recent_object_);
    return std::move(*linked);
}

void NativeStore::work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [&] { return !jobs_.empty(); }) && !stop.stop_requested()) {
        const Job job = std::move(jobs_.front());
        jobs_.pop_front();
        lock.unlock();
        try {
            run_on_deep_stack([&] { job.code->program_ = make(job); });
        } catch (const std::exception&) {  // without memory for it, the kernel stays interpreted
        }
        job.code->ready_.store(job.code->program_.get(), std::memory_order_release);
        lock.lock();
        job.code->done_ = true;
        --open_jobs_;
        changed_.notify_all();
    }
}

NativeStore& native_store() {
    static const bool is_prepared = (NativeProgram::prepare(), true);  // before the store, so that it ends after it
    static_cast<void>(is_prepared);
    static NativeStore store;
    return store;
}

}  // namespace warpwise::simt
