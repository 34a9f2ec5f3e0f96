#include "simt/compile/deduction_guides.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/ASTMutationListener.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

namespace warpwise::simt {
namespace {

// Is told of each declaration before any code can use it.
class GuidesOfBothSides : public clang::ASTConsumer, private clang::ASTMutationListener {
  public:
    clang::ASTMutationListener* GetASTMutationListener() override { return this; }

  private:
    void AddedVisibleDecl(const clang::DeclContext*, const clang::Decl* added) override {
        const auto* pattern = llvm::dyn_cast<clang::FunctionTemplateDecl>(added);
        const auto* found = llvm::dyn_cast<clang::CXXDeductionGuideDecl>(pattern ? pattern->getTemplatedDecl() : added);
        if (!found || found->hasAttr<clang::CUDAHostAttr>() || found->hasAttr<clang::CUDADeviceAttr>()) return;
        auto* guide = const_cast<clang::CXXDeductionGuideDecl*>(found);  // a listener gets it as const
        guide->addAttr(clang::CUDAHostAttr::CreateImplicit(guide->getASTContext()));
        guide->addAttr(clang::CUDADeviceAttr::CreateImplicit(guide->getASTContext()));
    }
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> give_guides_both_sides() { return std::make_unique<GuidesOfBothSides>(); }

}  // namespace warpwise::simt
